import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { LabelMessage } from '#contract/api-v3/device-message.ts';
import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import type { TestPrintContent } from '#contract/station/printers.ts';
import { randomId } from '../domain/browser/random-id.ts';
import { useStationClient } from '../composables/station-client.ts';
import { isSameJson } from '../domain/json/same-json.ts';
import type { PrinterName } from './printing.ts';

type Configuration = Record<string, unknown>;

/** A change of the message of one label: undefined for none. */
interface MessageChange {
  label: string;
  to: LabelMessage | undefined;
  /** As the person saw it. */
  seen: LabelMessage | undefined;
}

/** The configurations of printers, and the messages of those that draw on board. */
export const usePrintersStore = defineStore('printers', () => {
  const { printers } = useStationClient();

  const kinds = (connection: string, signal?: AbortSignal) => printers.kinds({ connection }, signal);
  const detail = (on: PrinterName, signal?: AbortSignal) => printers.detail({ ...on }, signal);
  const test = (connection: string, configuration: Configuration, printer?: string) =>
    printers.test({ connection, configuration, ...(printer !== undefined && { printer }) });
  const search = (connection: string) => printers.search({ connection });
  const add = (on: PrinterName, configuration: Configuration) => printers.put({ ...on, configuration, expected: null });
  /** Throws `changed-meanwhile` if the controller has another configuration than `expected`. */
  const change = (on: PrinterName, configuration: Configuration, as: { expected: PrinterConfiguration; afterJob: boolean }) =>
    printers.put({ ...on, configuration, expected: { ...as.expected }, afterJob: as.afterJob });
  const remove = (on: PrinterName, reason: string) => printers.remove({ ...on, reason });
  const setEnabled = (on: PrinterName, isEnabled: boolean) => printers.setEnabled({ ...on, isEnabled });

  const rename = (on: PrinterName, newName: string) => printers.rename({ ...on, newName });
  const acceptDevice = (on: PrinterName) => printers.acceptDevice({ ...on, idempotencyKey: randomId() });
  const discardPending = (on: PrinterName) => printers.discardPending({ ...on });
  /** Test prints that this page has asked for. */
  const testPrints = ref(0);
  /** Without content it prints a built-in picture. */
  const testPrint = async (on: PrinterName, content?: TestPrintContent) => {
    await printers.testPrint({ ...on, idempotencyKey: randomId(), ...(content && { content }) });
    testPrints.value += 1;
  };

  const messages = (on: PrinterName, signal?: AbortSignal) => printers.messages({ ...on }, signal);
  const heldMessages = (on: PrinterName, signal?: AbortSignal) => printers.heldMessages({ ...on }, signal);
  const nextMessage = (on: PrinterName, signal?: AbortSignal) => printers.nextMessage({ ...on }, signal);
  /** Grows with every change of a message on this page. */
  const messageChanges = ref(0);

  /**
   * Replaces or removes the message of one label; those of other labels stay as they are now. Changes nothing and returns the label's
   * message if it is another one than the person saw: null if it was removed.
   */
  async function changeMessage(on: PrinterName, { label, to, seen }: MessageChange): Promise<'saved' | { theirs: LabelMessage | null }> {
    const expected = await messages(on);
    const { [label]: current, ...others } = expected;
    if (!isSameJson(current, seen)) return { theirs: current ?? null };
    await printers.putMessages({ ...on, label, messages: to ? { ...others, [label]: to } : others, expected });
    messageChanges.value += 1;
    return 'saved';
  }

  const actions = { rename, acceptDevice, discardPending, testPrint, testPrints };
  return {
    messages,
    heldMessages,
    nextMessage,
    messageChanges,
    changeMessage,
    kinds,
    detail,
    test,
    search,
    add,
    change,
    remove,
    setEnabled,
    ...actions,
  };
});
