---- MODULE tlc_lock ----
EXTENDS Naturals
VARIABLES pc, seen

Init ==
    /\ pc = [p \in {1, 2} |-> "idle"]
    /\ seen = {}

Look(p) ==
    /\ pc[p] = "idle"
    /\ \A q \in {1, 2}: pc[q] # "inside"
    /\ pc' = [pc EXCEPT ![p] = "ready"]
    /\ seen' = seen \union {p}

Enter(p) ==
    /\ pc[p] = "ready"
    /\ pc' = [pc EXCEPT ![p] = "inside"]
    /\ UNCHANGED seen

Leave(p) ==
    /\ pc[p] = "inside"
    /\ pc' = [pc EXCEPT ![p] = "idle"]
    /\ seen' = seen \ {p}

Next == \E p \in {1, 2}: Look(p) \/ Enter(p) \/ Leave(p)

Alone == ~(pc[1] = "inside" /\ pc[2] = "inside")
====
