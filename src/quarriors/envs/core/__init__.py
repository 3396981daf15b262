"""The part of the environments that is called at every step.

Standard library only and without classes of numpy, so that it can be compiled with the engine.
"""
