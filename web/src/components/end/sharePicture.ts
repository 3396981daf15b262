/**
 * The result of a game as a picture to share: who won, Glory by round, the winner's dice. Drawn on a
 * canvas from the same paths as the page; fetched only by those who share.
 */
import { facts } from "$components/card/catalog.svelte";
import type { Player } from "$lib/api/generated";
import type { Summary } from "$lib/api/shapes";
import { lookOf } from "$lib/art/classes";
import { outline } from "$lib/art/icons";
import { PORTRAITS, type Portrait } from "$lib/art/portraits";
import { rivalOf } from "$lib/art/rivals.svelte";
import { plot } from "./plot";
import { headline, standings } from "./words";

const WIDTH = 1200;
const HEIGHT = 630;
const SEATS = ["#e2685a", "#4fa3e3", "#6fbf5f", "#d9a23c"];
const DISPLAY = '"Grenze Gotisch", serif';
const BODY = '"Alegreya Sans", sans-serif';

/** The picture as a PNG file. */
export async function drawResult(
  summary: Summary,
  players: readonly Player[],
  me: number | null,
  words: { rounds: string; goal: string },
): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ink = canvas.getContext("2d");
  if (ink === null) throw new Error("This browser has no canvas to draw on.");
  await Promise.all([`700 80px ${DISPLAY}`, `800 40px ${BODY}`, `400 28px ${BODY}`].map((font) => document.fonts?.load(font)));

  table(ink);
  text(ink, "Quarriors!", 60, 96, `700 64px ${DISPLAY}`, "#f2b632");
  text(ink, words.rounds, WIDTH - 60, 90, `400 28px ${BODY}`, "#c9bcd8", "right");
  fitted(ink, headline(summary, me), 60, 190, WIDTH - 120, 84);
  const own = summary.seats[me ?? summary.winners[0] ?? 0]?.banner ?? "";
  if (me !== null) text(ink, own, 60, 236, `400 30px ${BODY}`, "#f3ead9", "left", WIDTH - 120);

  standings(summary).forEach(({ seat, name, glory, winner }, at) => {
    const y = 280 + at * 72;
    const rival = rivalOf(players.find((player) => player.seat === seat)?.bot ?? "");
    sign(ink, 60, y, 56, SEATS[seat] ?? "#888", rival === null ? undefined : PORTRAITS[rival], name);
    text(ink, name, 134, y + 39, `${winner ? 800 : 400} 34px ${BODY}`, "#f3ead9", "left", 290);
    text(ink, String(glory), 500, y + 42, `700 46px ${DISPLAY}`, winner ? "#f2b632" : "#c9bcd8", "right");
  });
  chart(ink, summary, words.goal);
  dice(ink, summary);

  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) throw new Error("This browser could not make a picture.");
  return new File([blob], "quarriors.png", { type: "image/png" });
}

type Ink = CanvasRenderingContext2D;

function table(ink: Ink): void {
  const light = ink.createRadialGradient(420, 220, 40, 500, 300, 820);
  light.addColorStop(0, "#4a3770");
  light.addColorStop(1, "#17101f");
  ink.fillStyle = light;
  ink.fillRect(0, 0, WIDTH, HEIGHT);
  ink.strokeStyle = "#f2b632";
  ink.lineWidth = 4;
  ink.strokeRect(18, 18, WIDTH - 36, HEIGHT - 36);
}

function text(
  ink: Ink, what: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign = "left", most?: number,
): void {
  ink.font = font;
  ink.fillStyle = colour;
  ink.textAlign = align;
  ink.fillText(what, x, y, most);
}

/** A headline as large as it fits. */
function fitted(ink: Ink, what: string, x: number, y: number, most: number, size: number): void {
  ink.font = `700 ${size}px ${DISPLAY}`;
  const wide = ink.measureText(what).width;
  text(ink, what, x, y, `700 ${Math.min(size, Math.floor((size * most) / Math.max(1, wide)))}px ${DISPLAY}`, "#f3ead9");
}

/** A seat: a rival's face, or the initial in the seat's colour. */
function sign(ink: Ink, x: number, y: number, side: number, colour: string, face: Portrait | undefined, name: string): void {
  ink.save();
  ink.beginPath();
  ink.roundRect(x, y, side, side, side * 0.22);
  ink.fillStyle = face?.deep ?? colour;
  ink.fill();
  ink.clip();
  if (face === undefined) {
    text(ink, [...name][0]?.toUpperCase() ?? "", x + side / 2, y + side * 0.7, `800 ${side * 0.6}px ${BODY}`, "#fff", "center");
  } else {
    ink.translate(x, y);
    ink.scale(side / 100, side / 100);
    ink.lineJoin = ink.lineCap = "round";
    const glow = ink.createRadialGradient(42, 36, 0, 42, 36, 75);
    glow.addColorStop(0, face.light);
    glow.addColorStop(1, face.deep);
    ink.fillStyle = glow;
    ink.fillRect(0, 0, 100, 100);
    for (const { d, fill, line, ink: colour } of face.shapes) {
      const path = new Path2D(d);
      ink.fillStyle = fill;
      if (fill !== "") ink.fill(path);
      ink.strokeStyle = colour;
      ink.lineWidth = line;
      if (line > 0) ink.stroke(path);
    }
  }
  ink.restore();
  ink.strokeStyle = colour;
  ink.lineWidth = 4;
  ink.beginPath();
  ink.roundRect(x, y, side, side, side * 0.22);
  ink.stroke();
}

/** Glory by round, on the right. */
function chart(ink: Ink, { glory, goal }: Summary, goalText: string): void {
  const box = { width: 560, height: 240, left: 0, right: 0, top: 0, bottom: 0 };
  const drawn = plot(glory, goal, box);
  ink.save();
  ink.translate(570, 280);
  ink.strokeStyle = "#4a3d66";
  ink.lineWidth = 2;
  ink.setLineDash([8, 8]);
  ink.beginPath();
  ink.moveTo(0, drawn.goalY);
  ink.lineTo(560, drawn.goalY);
  ink.stroke();
  ink.setLineDash([]);
  text(ink, goalText, 0, drawn.goalY - 8, `400 22px ${BODY}`, "#a294b8");
  ink.lineJoin = ink.lineCap = "round";
  drawn.lines.forEach((line, seat) => {
    ink.strokeStyle = ink.fillStyle = SEATS[seat] ?? "#888";
    ink.lineWidth = 6;
    ink.beginPath();
    line.forEach(({ x, y }, at) => (at === 0 ? ink.moveTo(x, y) : ink.lineTo(x, y)));
    ink.stroke();
    const end = line.at(-1);
    if (end === undefined) return;
    ink.beginPath();
    ink.arc(end.x, end.y, 10, 0, 2 * Math.PI);
    ink.fill();
  });
  ink.restore();
}

/** What the winner captured, as dice in a row. */
function dice(ink: Ink, { seats, winners }: Summary): void {
  const captured = seats[winners[0] ?? 0]?.captures ?? [];
  const cards = captured.flatMap(({ card, count }) => Array.from({ length: count }, () => card)).slice(0, 10);
  cards.forEach((card, at) => {
    const look = lookOf(facts(card)?.class_name ?? card);
    ink.save();
    ink.translate(572 + at * 56, 548);
    ink.rotate(((at % 3) - 1) * 0.06);
    ink.fillStyle = look.body;
    ink.strokeStyle = "#0008";
    ink.lineWidth = 2;
    ink.beginPath();
    ink.roundRect(0, 0, 46, 46, 10);
    ink.fill();
    ink.stroke();
    ink.translate(6, 6);
    ink.scale(34 / 512, 34 / 512);
    ink.fillStyle = look.ink;
    ink.fill(new Path2D(outline(look.icon)));
    ink.restore();
  });
}
