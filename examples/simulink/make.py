#!/usr/bin/env python3
"""Writes the block diagrams of this folder: python3 make.py

A diagram is a list of systems, a system a list of blocks and lines. Positions are columns and rows of a grid.
The archives are the same bytes every time.
"""

import zipfile
from xml.sax.saxutils import escape, quoteattr

OPERATORS = {"and": "AND", "or": "OR", "not": "NOT"}


class System:
    """Blocks and lines. Every block has a name; a line is ("from", "to", input) or ("from", output, "to", input)."""

    def __init__(self):
        self.blocks, self.lines, self.ids = [], [], {}

    def block(self, kind, name, place, ports=(1, 1), inside=None, mask=None, source=None, **parameters):
        self.ids[name] = None
        self.blocks.append((kind, name, place, ports, inside, mask, source, parameters))

    def line(self, *ends):
        if len(ends) == 3:
            ends = (ends[0], 1, ends[1], ends[2])
        self.lines.append(ends)

    # Shorthands for the blocks that are used most.
    def inport(self, name, number, place, **parameters):
        self.block("Inport", name, place, (0, 1), Port=number, **parameters)

    def outport(self, name, number, place, **parameters):
        self.block("Outport", name, place, (1, 0), Port=number, **parameters)

    def logic(self, name, operator, inputs, place):
        ports = (len(inputs), 1)
        self.block("Logic", name, place, ports, Operator=OPERATORS[operator], Inputs=len(inputs), OutDataTypeStr="boolean")
        self.feed(name, inputs)

    def feed(self, name, inputs):
        for number, source in enumerate(inputs, 1):
            source = source if isinstance(source, tuple) else (source, 1)
            self.lines.append((source[0], source[1], name, number))


class Writer:
    def __init__(self):
        self.next = 1

    def system(self, system, depth):
        pad = "  " * depth
        for block in system.blocks:
            system.ids[block[1]] = self.next
            self.next += 1
        out = [f"{pad}<System>"]
        for kind, name, (column, row), ports, inside, mask, source, parameters in system.blocks:
            width, height = (90, 34 * max(ports)) if inside or max(ports) > 1 else (40, 30)
            left, top = 40 + 130 * column, 40 + 75 * row
            sid = system.ids[name]
            out.append(f'{pad}  <Block BlockType="{kind}" Name={quoteattr(name)} SID="{sid}">')
            if kind not in ("Inport", "Outport"):
                out.append(f'{pad}    <P Name="Ports">[{ports[0]}, {ports[1]}]</P>')
            out.append(f'{pad}    <P Name="Position">[{left}, {top}, {left + width}, {top + height}]</P>')
            for key, value in parameters.items():
                out.append(f'{pad}    <P Name="{key}">{escape(str(value))}</P>')
            if source:
                out.append(f'{pad}    <P Name="SourceBlock">{escape(source)}</P>')
            if mask:
                out.append(f"{pad}    <Mask><Type>{mask}</Type></Mask>")
            if inside:
                out.extend(self.system(inside, depth + 2))
            out.append(f"{pad}  </Block>")
        by_source = {}
        for source, output, target, number in system.lines:
            by_source.setdefault((source, output), []).append((target, number))
        for (source, output), targets in by_source.items():
            out.append(f"{pad}  <Line>")
            out.append(f'{pad}    <P Name="Src">{system.ids[source]}#out:{output}</P>')
            ends = [f'<P Name="Dst">{system.ids[target]}#in:{number}</P>' for target, number in targets]
            if len(ends) == 1:
                out.append(f"{pad}    {ends[0]}")
            else:
                out.extend(f"{pad}    <Branch>{end}</Branch>" for end in ends)
            out.append(f"{pad}  </Line>")
        out.append(f"{pad}</System>")
        return out


TYPES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="xml" ContentType="application/vnd.mathworks.simulink.mdl+xml"/>
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
</Types>
"""

RELATIONS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="blockDiagram" Target="simulink/blockdiagram.xml"
 Type="http://schemas.mathworks.com/simulink/2010/relationships/blockDiagram"/>
</Relationships>
"""


def write(name, root, step):
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<ModelInformation Version="1.0">', "  <Model>"]
    lines.append('    <P Name="SolverType">Fixed-step</P>')
    lines.append(f'    <P Name="FixedStep">{step}</P>')
    lines += Writer().system(root, 2) + ["  </Model>", "</ModelInformation>", ""]
    parts = [("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONS), ("simulink/blockdiagram.xml", "\n".join(lines))]
    with zipfile.ZipFile(f"{name}.slx", "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in parts:
            archive.writestr(zipfile.ZipInfo(part), text.encode(), zipfile.ZIP_DEFLATED)


def delay(system, name, source, initial, place):
    system.block("UnitDelay", name, place, InitialCondition=initial)
    system.feed(name, [source])


def objective(system, name, source, place):
    system.block("Reference", name, place, (1, 0), source="sldvlib/Objectives and Constraints/Proof Objective",
                 SourceType="Design Verifier Proof Objective", intervals="true", enabled="on")
    system.feed(name, [source])


def falling():
    """True when x has just become false."""
    edge = System()
    edge.inport("x", 1, (0, 0))
    edge.logic("NOT", "not", ["x"], (1, 0))
    delay(edge, "x before", "x", "false", (1, 1))
    edge.logic("edge", "and", ["NOT", "x before"], (2, 0))
    edge.outport("out", 1, (3, 0))
    edge.line("edge", "out", 1)
    return edge


def latch():
    """Remembers that it was set until it is reset; reset has priority."""
    memory = System()
    memory.inport("set", 1, (0, 0))
    memory.inport("reset", 2, (0, 2))
    delay(memory, "q before", "q", "false", (1, 1))
    memory.logic("OR", "or", ["set", "q before"], (2, 0))
    memory.logic("NOT", "not", ["reset"], (2, 2))
    memory.logic("q", "and", ["OR", "NOT"], (3, 1))
    memory.outport("out", 1, (4, 1))
    memory.line("q", "out", 1)
    return memory


def muv():
    """The monitor of muv.lus, block by block."""
    monitor = System()
    monitor.inport("active", 1, (0, 1))
    monitor.inport("action", 2, (0, 4))
    monitor.logic("inactive", "not", ["active"], (1, 0))
    delay(monitor, "was inactive", "inactive", "false", (2, 0))
    monitor.logic("begins", "and", ["active", "was inactive"], (3, 0))
    delay(monitor, "once before", "once", "false", (4, 1))
    monitor.logic("once", "or", ["begins", "once before"], (5, 0))
    delay(monitor, "acted before", "act_1", "false", (4, 5))
    monitor.logic("OR", "or", ["action", "acted before"], (5, 4))
    monitor.block("Constant", "true", (5, 5), (0, 1), Value="true", OutDataTypeStr="boolean")
    monitor.block("Switch", "act_n", (6, 4), (3, 1), Criteria="u2 ~= 0")
    monitor.feed("act_n", ["OR", "once", "true"])
    monitor.block("Switch", "act_1", (7, 3), (3, 1), Criteria="u2 ~= 0")
    monitor.feed("act_1", ["action", "begins", "act_n"])
    delay(monitor, "was active", "active", "false", (2, 2))
    monitor.logic("NOT", "not", ["active"], (2, 3))
    monitor.logic("AND", "and", ["NOT", "was active"], (3, 2))
    monitor.logic("goes_on", "not", ["AND"], (4, 2))
    monitor.logic("OR1", "or", ["act_1", "goes_on"], (8, 2))
    monitor.logic("NOT1", "not", ["OR1"], (9, 2))
    monitor.outport("alarm", 1, (10, 2))
    monitor.line("NOT1", "alarm", 1)

    observer = System()
    for number, name in enumerate(["active", "action", "alarm"], 1):
        observer.inport(name, number, (0, number))
    observer.logic("set", "and", ["action", "active"], (1, 2))
    observer.block("SubSystem", "Falling", (1, 0), (1, 1), inside=falling())
    observer.feed("Falling", ["active"])
    observer.block("SubSystem", "LatchR", (2, 2), (2, 1), inside=latch())
    observer.feed("LatchR", ["set", "Falling"])
    delay(observer, "acted before", "LatchR", "false", (3, 2))
    observer.logic("NOT", "not", ["acted before"], (4, 2))
    observer.logic("AND", "and", ["Falling", "NOT"], (5, 0))
    observer.block("Reference", "ok", (6, 1), (2, 1), source="sldvlib/Verification Utilities/Implies", SourceType="Implies")
    observer.feed("ok", ["AND", "alarm"])
    objective(observer, "alarm in time", "ok", (7, 0))
    observer.outport("kept", 1, (7, 1))
    observer.line("ok", "kept", 1)

    root = System()
    root.inport("active", 1, (0, 0), OutDataTypeStr="boolean")
    root.inport("action", 2, (0, 1), OutDataTypeStr="boolean")
    root.block("SubSystem", "MUV", (1, 0), (2, 1), inside=monitor)
    root.feed("MUV", ["active", "action"])
    root.block("SubSystem", "Observer", (3, 0), (3, 1), inside=observer, mask="VerificationSubsystem")
    root.feed("Observer", ["active", "action", "MUV"])
    root.outport("ok", 1, (4, 1))
    root.line("Observer", "ok", 1)
    write("muv", root, 1)


def tank():
    """A tank whose pump keeps the level between two marks. Two mistakes are in it: the pump is switched off by a comparison
    that is true one unit too late, and the alarm forgets that the sensor was broken."""
    control = System()
    control.inport("level", 1, (0, 0))
    control.inport("broken", 2, (0, 3))
    control.block("Constant", "low mark", (0, 1), (0, 1), Value="3")
    control.block("Constant", "high mark", (0, 2), (0, 1), Value="8")
    control.block("RelationalOperator", "too low", (1, 0), (2, 1), Operator="<", OutDataTypeStr="boolean")
    control.feed("too low", ["level", "low mark"])
    control.block("RelationalOperator", "too high", (1, 1), (2, 1), Operator=">", OutDataTypeStr="boolean")
    control.feed("too high", ["level", "high mark"])
    delay(control, "was on", "on", "false", (2, 2))
    control.logic("NOT", "not", ["too high"], (2, 1))
    control.logic("stays on", "and", ["was on", "NOT"], (3, 1))
    control.logic("wanted", "or", ["too low", "stays on"], (4, 0))
    control.logic("works", "not", ["broken"], (3, 3))
    control.logic("on", "and", ["wanted", "works"], (5, 0))
    delay(control, "alarm before", "alarm", "false", (4, 4))
    control.logic("alarm", "or", ["broken", "broken"], (5, 3))
    control.outport("pump", 1, (6, 0))
    control.outport("alarm out", 2, (6, 3))
    control.line("on", "pump", 1)
    control.line("alarm", "alarm out", 1)

    plant = System()
    plant.inport("pump", 1, (0, 0))
    plant.inport("drain", 2, (0, 2))
    plant.block("Constant", "in", (0, 1), (0, 1), Value="2")
    plant.block("Constant", "nothing", (1, 1), (0, 1), Value="0")
    plant.block("Switch", "inflow", (2, 0), (3, 1), Criteria="u2 ~= 0")
    plant.feed("inflow", ["in", "pump", "nothing"])
    plant.block("Constant", "out", (1, 2), (0, 1), Value="1")
    plant.block("Switch", "outflow", (2, 2), (3, 1), Criteria="u2 ~= 0")
    plant.feed("outflow", ["out", "drain", "nothing"])
    plant.block("Sum", "change", (3, 1), (2, 1), Inputs="+-")
    plant.feed("change", ["inflow", "outflow"])
    delay(plant, "level before", "next level", "5", (4, 2))
    plant.block("Sum", "sum", (5, 1), (2, 1), Inputs="++")
    plant.feed("sum", ["change", "level before"])
    plant.block("Saturate", "next level", (6, 1), UpperLimit="10", LowerLimit="0")
    plant.feed("next level", ["sum"])
    plant.outport("level", 1, (7, 1))
    plant.line("level before", "level", 1)

    checks = System()
    for number, name in enumerate(["level", "broken", "alarm"], 1):
        checks.inport(name, number, (0, number - 1))
    checks.block("Constant", "rim", (0, 3), (0, 1), Value="9")
    checks.block("RelationalOperator", "below the rim", (1, 0), (2, 1), Operator="<=", OutDataTypeStr="boolean")
    checks.feed("below the rim", ["level", "rim"])
    objective(checks, "no overflow", "below the rim", (2, 0))
    delay(checks, "broken before", "broken so far", "false", (2, 2))
    checks.logic("broken so far", "or", ["broken", "broken before"], (1, 2))
    checks.logic("NOT", "not", ["broken so far"], (2, 1))
    checks.logic("alarm stays", "or", ["NOT", "alarm"], (3, 1))
    objective(checks, "alarm until reset", "alarm stays", (4, 1))

    root = System()
    root.inport("drain", 1, (0, 1), OutDataTypeStr="boolean")
    root.inport("broken", 2, (0, 3), OutDataTypeStr="boolean")
    root.block("SubSystem", "Tank", (1, 0), (2, 1), inside=plant)
    root.block("SubSystem", "Controller", (3, 0), (2, 2), inside=control)
    root.feed("Controller", ["Tank", "broken"])
    root.feed("Tank", [("Controller", 1), "drain"])
    root.block("SubSystem", "Requirements", (5, 1), (3, 0), inside=checks, mask="VerificationSubsystem")
    root.feed("Requirements", ["Tank", "broken", ("Controller", 2)])
    root.outport("pump", 1, (5, 0))
    root.line("Controller", "pump", 1)
    write("tank", root, 1)


if __name__ == "__main__":
    muv()
    tank()
