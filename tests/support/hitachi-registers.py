"""The registers of a Hitachi coder, served by pymodbus. Prints a line for each text that it marks: it takes 0.1 s after the change of the message."""
import sys
import threading

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server import StartTcpServer

CHANGE, ITEMS, LENGTHS, CONTENTS, RECALL, ON_LINE = 0x0000, 0x0008, 0x0020, 0x0084, 0x1006, 0x2490
OPERATION, COUNT = 0x0002, 0x0052
MODEL = "UX-D161W"
SERIAL = 87_654_321
STORED = {5: ["LOT ", " " * 20]}


class Holding(ModbusSparseDataBlock):
    def __init__(self, coder):
        self.coder = coder
        super().__init__(coder.holding())

    def setValues(self, address, values, *_, **__):
        super().setValues(address, values)
        values = values if isinstance(values, list) else [values]
        if address == RECALL:
            super().setValues(CONTENTS, self.coder.contents())
        if address == CHANGE and values[0] == 2:
            self.coder.changed(self.getValues(CONTENTS, 2 * self.coder.characters))


class Coder:
    def __init__(self):
        self.items = STORED[5]
        self.characters = sum(len(item) for item in self.items)
        self.count = 0x1_0001
        self.text = ""
        words = {address: 0 for address in range(0x0008)}
        words.update({0: 0x31, 1: 0x31, OPERATION: 0x32, 3: 0x30})
        words.update({0x0010 + at: ord(character) for at, character in enumerate(MODEL.ljust(16))})
        words.update({0x0020: SERIAL >> 16, 0x0021: SERIAL & 0xFFFF, COUNT: self.count >> 16, COUNT + 1: self.count & 0xFFFF})
        self.input = ModbusSparseDataBlock(words)

    def contents(self):
        return [word for character in "".join(self.items) for word in (0, ord(character))]

    def holding(self):
        words = {CHANGE: 2, ITEMS: len(self.items), RECALL: 0, ON_LINE: 1}
        words.update({LENGTHS + at: len(item) for at, item in enumerate(self.items)})
        words.update({CONTENTS + at: word for at, word in enumerate(self.contents())})
        return words

    def changed(self, words):
        text = "".join(chr(word) for word in words[1::2])
        value = text[len(self.items[0]):].strip()
        if value != "" and value != self.text:
            threading.Timer(0.1, self.mark, [text]).start()
        self.text = value

    def mark(self, text):
        self.count += 1
        self.input.setValues(COUNT, [self.count >> 16, self.count & 0xFFFF])
        print(text.rstrip(), flush=True)


coder = Coder()
unit = ModbusSlaveContext(hr=Holding(coder), ir=coder.input, zero_mode=True)
StartTcpServer(context=ModbusServerContext(slaves={1: unit}, single=False), address=("127.0.0.1", int(sys.argv[1])))
