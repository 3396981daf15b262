/**
 * The sounds of the table, made of oscillators and noise: no samples.
 *
 * Each is a function that writes itself into any audio context from a moment on, so that tests can
 * render it without a loudspeaker. A module of its own, fetched at the first gesture of a player who
 * wants to hear something.
 */
import type { SoundName } from "./sound.svelte";

/** Where a sound goes, when it begins, and how much of it there is (dice, Glory, attack). */
interface Score {
  context: BaseAudioContext;
  out: AudioNode;
  at: number;
  amount: number;
}

type Sound = (score: Score) => void;

const NOISE_SECONDS = 1;
const QUIET = 0.0001; // an exponential fade cannot reach 0
const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** White noise, the same in every visit. */
function noise(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known !== undefined) return known;
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_SECONDS, context.sampleRate);
  const data = buffer.getChannelData(0);
  let state = 22_695_477;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    data[i] = state / 0x8000_0000;
  }
  noises.set(context, buffer);
  return buffer;
}

/** A number between 0 and 1 that differs from step to step, and is the same each time. */
const spread = (step: number): number => (step * 0.618_034) % 1;

/** Loudness that rises at once and fades; what is fed into it is heard. */
function fade({ context, out }: Score, at: number, loud: number, time: number, attack = 0.004): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(QUIET, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + attack);
  gain.gain.exponentialRampToValueAtTime(QUIET, at + attack + time);
  gain.connect(out);
  return gain;
}

interface Tone {
  pitch: number;
  to?: number; // glides there
  loud: number;
  time: number;
  wave?: OscillatorType;
  attack?: number;
  mellow?: number; // highest frequency that passes
}

function tone(score: Score, delay: number, { pitch, to, loud, time, wave = "sine", attack, mellow }: Tone): void {
  const { context } = score;
  const at = score.at + delay;
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, at);
  if (to !== undefined) source.frequency.exponentialRampToValueAtTime(to, at + time);
  const gain = fade(score, at, loud, time, attack);
  if (mellow === undefined) {
    source.connect(gain);
  } else {
    const filter = context.createBiquadFilter();
    filter.frequency.value = mellow;
    source.connect(filter).connect(gain);
  }
  source.start(at);
  source.stop(at + time + 0.1);
}

interface Burst {
  pitch: number; // middle of the band
  to?: number;
  width?: number; // quality of the filter: higher is narrower
  loud: number;
  time: number;
  attack?: number;
}

function burst(score: Score, delay: number, { pitch, to, width = 1.2, loud, time, attack }: Burst): void {
  const { context } = score;
  const at = score.at + delay;
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = width;
  filter.frequency.setValueAtTime(pitch, at);
  if (to !== undefined) filter.frequency.exponentialRampToValueAtTime(to, at + time);
  source.connect(filter).connect(fade(score, at, loud, time, attack));
  source.start(at, spread(pitch) * (NOISE_SECONDS / 2));
  source.stop(at + time + 0.1);
}

/** One die on wood: a click and the body of the table. */
function knock(score: Score, delay: number, loud: number, step: number): void {
  burst(score, delay, { pitch: 1500 + 1700 * spread(step), width: 2.5, loud: loud * 1.6, time: 0.035, attack: 0.001 });
  tone(score, delay, { pitch: 210 + 90 * spread(step + 3), to: 120, loud: loud * 0.55, time: 0.07, attack: 0.001 });
}

function bell(score: Score, delay: number, pitch: number, loud: number, time: number): void {
  tone(score, delay, { pitch, loud, time });
  tone(score, delay, { pitch: pitch * 2.01, loud: loud * 0.35, time: time * 0.6 });
  tone(score, delay, { pitch: pitch * 3.02, loud: loud * 0.14, time: time * 0.35 });
}

function brass(score: Score, delay: number, pitch: number, loud: number, time: number): void {
  tone(score, delay, { pitch, loud, time, wave: "sawtooth", attack: 0.03, mellow: pitch * 3.5 });
  tone(score, delay, { pitch: pitch * 1.004, loud: loud * 0.7, time, wave: "sawtooth", attack: 0.04, mellow: pitch * 2.5 });
}

const LANDING = 0.38; // seconds until dice that were thrown touch the table
const [C4, E4, G4, A4, C5, E5, G5, C6] = [261.6, 329.6, 392, 440, 523.3, 659.3, 784, 1046.5];

export const SOUNDS: Readonly<Record<SoundName, Sound>> = {
  /** Dice in the hand. */
  shake(score) {
    const clicks = 5 + Math.min(score.amount, 6);
    for (let i = 0; i < clicks; i++) {
      const loud = 0.3 + 0.25 * spread(i);
      burst(score, (i / clicks) * 0.3, { pitch: 2400 + 2200 * spread(i + 1), width: 4, loud, time: 0.03, attack: 0.002 });
    }
  },
  /** Dice on wood: each jumps a little lower each time. */
  dice(score) {
    const many = Math.min(score.amount, 8);
    for (let die = 0; die < many; die++) {
      let delay = LANDING + 0.16 * spread(die);
      for (let jump = 0; jump < 3; jump++) {
        knock(score, delay, (0.65 / Math.sqrt(many)) * 0.6 ** jump, die * 3 + jump);
        delay += 0.11 * 0.7 ** jump * (0.8 + 0.4 * spread(die + jump));
      }
    }
  },
  /** The one that takes its time to lie still. */
  settle(score) {
    [0, 0.085, 0.145, 0.187, 0.216, 0.237].forEach((delay, i) => knock(score, delay, 0.3 * 0.76 ** i, 2));
  },
  gem(score) {
    bell(score, 0, 1318.5, 0.16, 0.5);
    bell(score, 0.07, 1975.5, 0.12, 0.6);
  },
  summon(score) {
    burst(score, 0, { pitch: 350, to: 1900, width: 1.5, loud: 0.2, time: 0.26, attack: 0.09 });
    for (const [i, pitch] of [G4, C5, E5].entries()) {
      tone(score, 0.12 + i * 0.03, { pitch, loud: 0.09, time: 0.4, wave: "triangle", mellow: 2400 });
    }
  },
  attack(score) {
    tone(score, 0, { pitch: 170, to: 48, loud: 0.5, time: 0.28, attack: 0.002 });
    burst(score, 0, { pitch: 420, width: 0.8, loud: 0.22, time: 0.12, attack: 0.002 });
  },
  /** A die breaks, and what is left of it trickles down. */
  crack(score) {
    burst(score, 0, { pitch: 2100, width: 0.7, loud: 0.5, time: 0.05, attack: 0.001 });
    tone(score, 0, { pitch: 320, to: 70, loud: 0.34, time: 0.16, wave: "triangle", attack: 0.001 });
    for (let i = 0; i < 7; i++) {
      const pitch = 1600 + 2600 * spread(i);
      burst(score, 0.06 + 0.035 * i + 0.02 * spread(i), { pitch, width: 5, loud: 0.2 * 0.82 ** i, time: 0.03, attack: 0.001 });
    }
  },
  /** Steel on a shield. */
  hold(score) {
    for (const [i, pitch] of [523, 787, 1241, 1873].entries()) {
      tone(score, 0, { pitch, loud: 0.13 / (i + 1), time: 0.34 - 0.05 * i, wave: "square", attack: 0.001, mellow: 3200 });
    }
    burst(score, 0, { pitch: 3000, loud: 0.16, time: 0.04, attack: 0.001 });
  },
  glory(score) {
    const notes = [C5, E5, G5, C6].slice(0, 2 + Math.min(score.amount, 2));
    for (const [i, pitch] of notes.entries()) bell(score, i * 0.085, pitch, 0.17, 0.55);
  },
  turn(score) {
    tone(score, 0, { pitch: G4, loud: 0.2, time: 0.28, wave: "triangle", attack: 0.02, mellow: 1800 });
    tone(score, 0.15, { pitch: C5, loud: 0.22, time: 0.5, wave: "triangle", attack: 0.02, mellow: 1800 });
  },
  win(score) {
    const melody: [number, number, number][] = [[0, G4, 0.16], [0.17, C5, 0.16], [0.34, E5, 0.16], [0.51, G5, 0.5], [0.95, E5, 0.16], [1.12, G5, 0.9]];
    for (const [delay, pitch, time] of melody) brass(score, delay, pitch, 0.11, time);
    for (const pitch of [C4, E4, G4]) brass(score, 1.12, pitch, 0.06, 1);
    for (const [i, pitch] of [C6, G5, C6, E5 * 2].entries()) bell(score, 1.2 + i * 0.09, pitch, 0.07, 0.8);
    tone(score, 1.12, { pitch: 130.8, to: 65, loud: 0.26, time: 0.4, attack: 0.003 });
  },
  loss(score) {
    const melody: [number, number][] = [[0, A4], [0.3, 349.2], [0.6, 293.7], [0.95, 220]];
    for (const [delay, pitch] of melody) {
      tone(score, delay, { pitch, loud: 0.2, time: delay > 0.9 ? 1 : 0.42, wave: "triangle", attack: 0.03, mellow: 1300 });
    }
    for (const pitch of [146.8, 174.6]) tone(score, 0.95, { pitch, loud: 0.12, time: 1.1, wave: "triangle", attack: 0.08, mellow: 700 });
  },
};

/** Writes sounds into the loudspeaker at a volume. */
export class Synth {
  readonly #context = new AudioContext();
  readonly #volume = this.#context.createGain();

  constructor() {
    const limiter = this.#context.createDynamicsCompressor();
    this.#volume.connect(limiter).connect(this.#context.destination);
  }

  play(name: SoundName, amount: number, volume: number): void {
    void this.#context.resume();
    this.#volume.gain.value = volume;
    SOUNDS[name]({ context: this.#context, out: this.#volume, at: this.#context.currentTime + 0.01, amount });
  }
}
