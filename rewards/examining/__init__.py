"""What makes staff trust a formula before it is made active: examples, counter-examples, reach.

Nothing here writes. `examples` says which golden examples hold; `counter_examples` searches inputs
for which a formula gives what staff hardly want; `reach` says which formulas can decide at all, and
`untaken` which past activities no formula takes.
"""
