import { processTimers, type EmulatorTimers } from '../zpl/emulator-timers.ts';
import { DeviceServer } from '../device/device-server.ts';
import { PrintHead, type CoderMark, type CoderPrint } from './print-head.ts';

/** Takes the bytes of one connection, and returns the answers to what is complete. */
export type Conversation = (bytes: Buffer) => Buffer[];

export interface CoderEmulatorOptions {
  timers?: EmulatorTimers;
  productTime?: number;
  printTime?: number;
  /** Names of the messages that it stores. */
  messages?: readonly string[];
  /** Prints in its life before. */
  count?: number;
  /** Called for everything that is on a product. */
  onMark?: (mark: CoderMark) => void;
}

/** Stored messages of an emulated coder. */
const MESSAGES = ['CODE', 'BEST BEFORE', 'TEST'];

/** A continuous inkjet coder on a TCP port, for training and tests. What it prints is a list of texts. */
export abstract class CoderEmulator {
  readonly server: DeviceServer;
  readonly head: PrintHead;
  readonly messages: Set<string>;
  /** What is on the products, oldest first. */
  readonly marks: CoderMark[] = [];
  /** The message that it prints. */
  selected: string | undefined;
  /** It says no to everything that could be printed. */
  isRefusing = false;

  constructor({
    timers = processTimers,
    productTime = 100,
    printTime = 100,
    messages = MESSAGES,
    count = 0,
    onMark,
  }: CoderEmulatorOptions = {}) {
    this.messages = new Set(messages);
    this.server = new DeviceServer({
      timers,
      isExclusive: true,
      onConnect: (session) => {
        const answersTo = this.converse();
        return (bytes) => {
          for (const answer of answersTo(bytes)) session.answer(answer);
        };
      },
    });
    this.head = new PrintHead({
      ...{ timers, productTime, printTime },
      take: () => (this.canPrint ? this.takePrint() : undefined),
      onMark: (mark) => {
        this.marks.push(mark);
        onMark?.(mark);
      },
      onPrinted: () => this.printed(),
    });
    this.head.count = count;
  }

  get port(): number {
    return this.server.port;
  }

  async start(port = 0): Promise<void> {
    await this.server.open(port);
  }

  async stop(): Promise<void> {
    this.head.powerOff();
    await this.server.close();
  }

  /** The power fails: connections and values are lost. */
  async cutPower(): Promise<void> {
    this.forget();
    await this.stop();
  }

  async restorePower(): Promise<void> {
    await this.server.open();
  }

  /** Whether nothing keeps it from printing. */
  protected abstract get canPrint(): boolean;
  /** A conversation on a new connection. */
  protected abstract converse(): Conversation;
  /** What the next product gets. */
  protected abstract takePrint(): CoderPrint | undefined;
  /** A whole print was made. */
  protected abstract printed(): void;
  /** Loses what it does not keep without power. */
  protected abstract forget(): void;
}
