----------------------------- MODULE TwoPhase -----------------------------
(* Two-phase commit: a coordinator asks participants whether they can      *)
(* commit, and tells all of them what was decided.                         *)
(*                                                                         *)
(* The fault: a participant that has voted yes loses its patience and      *)
(* aborts on its own (GiveUp), though the others may already commit.       *)
EXTENDS Naturals
CONSTANT Participants
VARIABLES state, coordinator, votes, sent
vars == <<state, coordinator, votes, sent>>

Init ==
    /\ state = [p \in Participants |-> "working"]
    /\ coordinator = "waiting"
    /\ votes = {}
    /\ sent = {}

Vote(p) ==
    /\ state[p] = "working"
    /\ state' = [state EXCEPT ![p] = "prepared"]
    /\ votes' = votes \union {p}
    /\ UNCHANGED <<coordinator, sent>>

Refuse(p) ==
    /\ state[p] = "working"
    /\ state' = [state EXCEPT ![p] = "aborted"]
    /\ UNCHANGED <<coordinator, votes, sent>>

GiveUp(p) ==
    /\ state[p] = "prepared"
    /\ state' = [state EXCEPT ![p] = "aborted"]
    /\ UNCHANGED <<coordinator, votes, sent>>

DecideCommit ==
    /\ coordinator = "waiting"
    /\ votes = Participants
    /\ coordinator' = "committed"
    /\ sent' = sent \union {"commit"}
    /\ UNCHANGED <<state, votes>>

DecideAbort ==
    /\ coordinator = "waiting"
    /\ coordinator' = "aborted"
    /\ sent' = sent \union {"abort"}
    /\ UNCHANGED <<state, votes>>

Commit(p) ==
    /\ "commit" \in sent
    /\ state[p] = "prepared"
    /\ state' = [state EXCEPT ![p] = "committed"]
    /\ UNCHANGED <<coordinator, votes, sent>>

Abort(p) ==
    /\ "abort" \in sent
    /\ state[p] \in {"working", "prepared"}
    /\ state' = [state EXCEPT ![p] = "aborted"]
    /\ UNCHANGED <<coordinator, votes, sent>>

Finish ==
    /\ \A p \in Participants: state[p] \in {"committed", "aborted"}
    /\ UNCHANGED vars

Next ==
    \/ DecideCommit
    \/ DecideAbort
    \/ Finish
    \/ \E p \in Participants:
        Vote(p) \/ Refuse(p) \/ GiveUp(p) \/ Commit(p) \/ Abort(p)

Spec == Init /\ [][Next]_vars

Consistent ==
    \A p, q \in Participants: ~(state[p] = "committed" /\ state[q] = "aborted")
=============================================================================
