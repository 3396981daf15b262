"""The card language in four parts; cards import it as `quarriors.cards.dsl`."""
