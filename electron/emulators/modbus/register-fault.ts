/** What a device with Modbus refuses: 1 no such function, 2 no such register, 3 no such value, 4 not possible now. */
export class RegisterFault extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exception ${code}`);
    this.code = code;
  }
}
