"""What a simulation says about the game: measures, plots, and a page of both.

`measures` reads the tables of one run, `sections` puts them into words and plots in a language,
`pictures` draws, `pages` writes HTML or Markdown. Only `measures` knows Polars and only `pictures`
knows Matplotlib; both come with the extra `quarriors[lab]`.
"""
