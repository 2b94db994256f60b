"""A Modbus module served by pymodbus. Each line of standard input sets registers, as "table address value..."; every write of a coil or register is printed."""
import sys
import threading

from pymodbus.datastore import ModbusSequentialDataBlock, ModbusServerContext, ModbusSlaveContext
from pymodbus.server import StartTcpServer

SIZE = 0x1100


class Written(ModbusSequentialDataBlock):
    """A block that tells what a client writes."""

    def __init__(self, table):
        self.table = table
        super().__init__(0, [0] * SIZE)

    def setValues(self, address, values, *_, **__):
        values = values if isinstance(values, list) else [values]
        super().setValues(address, values)
        print(self.table, address, *[int(value) for value in values], flush=True)


blocks = {
    "coils": Written("coils"),
    "discrete": ModbusSequentialDataBlock(0, [0] * SIZE),
    "holding": Written("holding"),
    "input": ModbusSequentialDataBlock(0, [0] * SIZE),
}


def follow():
    for line in sys.stdin:
        table, address, *values = line.split()
        ModbusSequentialDataBlock.setValues(blocks[table], int(address), [int(value) for value in values])
        print("done", flush=True)


threading.Thread(target=follow, daemon=True).start()
unit = ModbusSlaveContext(co=blocks["coils"], di=blocks["discrete"], hr=blocks["holding"], ir=blocks["input"], zero_mode=True)
StartTcpServer(context=ModbusServerContext(slaves={1: unit}, single=False), address=("127.0.0.1", int(sys.argv[1])))
