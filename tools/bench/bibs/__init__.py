"""An album of drawn race photos with bibs of many designs, for those who have no photos."""
