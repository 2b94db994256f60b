import {
  printerMessagesSchema,
  type DeviceMessage,
  type HeldMessage,
  type LabelMessage,
  type PrinterMessages,
} from '#contract/api-v3/device-message.ts';
import { ProblemError } from '#contract/problem.ts';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { fieldValues } from '#rendering/label/field-values.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Publish } from '../events/events.ts';
import type { LabelDocument, LabelDocuments } from '../preparation/label-documents.ts';
import type { NewName } from '../platform/rename-row.ts';
import type { Printer } from '../printers/printer.ts';
import type { Printers } from '../printers/printers.ts';
import type { Settings } from '../settings/settings.ts';
import { readStored } from '../stored-content/stored-json.ts';
import { findMessageFaults } from './message-faults.ts';

export interface DeviceMessagesDeps {
  settings: Settings;
  printers: Printers;
  documents: LabelDocuments;
  publish: Publish;
}

/** A label as a printer is to print it. */
export interface PrintedLabel {
  labelName: string;
  document: LabelDocument;
}

/**
 * The messages of printers that draw on board: which stored message of the device stands for a label, and what its fields get in each print.
 * Such a printer prints only labels that have a message.
 */
export class DeviceMessages {
  readonly #deps: DeviceMessagesDeps;
  /** Parsed messages of each printer, with the text that they were read from. */
  readonly #parsed = new Map<string, { text: string; messages: PrinterMessages }>();

  constructor(deps: DeviceMessagesDeps) {
    this.#deps = deps;
  }

  /** The messages of a printer, by label. Throws `not-found` for an unknown printer, and `content-unusable`. */
  async read(printer: string, db?: ControllerDatabase | ControllerTransaction): Promise<PrinterMessages> {
    this.#deps.printers.get(printer);
    const text = await this.#deps.settings.get(keyOf(printer), db);
    if (text === undefined) return {};
    const known = this.#parsed.get(printer);
    if (known?.text === text) return known.messages;
    const instance = `/api/v3/printers/${encodeURIComponent(printer)}/messages`;
    const messages = readStored(printerMessagesSchema, text, { title: `messages of "${printer}"`, instance });
    this.#parsed.set(printer, { text, messages });
    return messages;
  }

  /** What the device itself holds; undefined if it cannot say, or is not connected. */
  async held(printer: string): Promise<HeldMessage[] | undefined> {
    return this.#deps.printers.get(printer).engine.messages?.list();
  }

  /**
   * Finds what is wrong with messages before they are stored: labels and objects that do not exist, texts that need more than their label has,
   * and what the device does not hold. Throws `not-found` for an unknown printer, and `invalid-input` naming each field at fault.
   */
  async check(printer: string, messages: PrinterMessages): Promise<void> {
    const { printers, documents } = this.#deps;
    const { engine } = printers.get(printer);
    if (!engine.messages && Object.keys(messages).length > 0) {
      throw new ProblemError('invalid-input', { detail: `"${printer}" prints pictures: it has no messages of its own.` });
    }
    const labels = await documents.all(Object.keys(messages));
    const held = await engine.messages?.list();
    const errors = findMessageFaults(messages, { labels: new Map(labels.map(({ name, document }) => [name, document])), held });
    if (errors.length === 0) return;
    throw new ProblemError('invalid-input', { detail: errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '), errors });
  }

  /** Replaces the messages of a printer. They apply from the next print. */
  async put(printer: string, messages: PrinterMessages, trx: ControllerTransaction): Promise<void> {
    await this.#deps.settings.put(keyOf(printer), JSON.stringify(messages), trx);
    this.#deps.publish({ type: 'printer-settings:changed', printer }, trx);
  }

  /** The messages of a label that is renamed stand for it under its new name. */
  async renameLabel({ name, to }: NewName, trx: ControllerTransaction): Promise<void> {
    for (const printer of this.#deps.printers.names()) {
      const { [name]: own, ...others } = await this.read(printer, trx);
      if (own) await this.put(printer, { ...others, [to]: own }, trx);
    }
  }

  /** Throws `cannot-render` if the printer draws on board and has no message for the label. */
  async refuseMissing(printer: Printer, labelName: string, db?: ControllerDatabase | ControllerTransaction): Promise<void> {
    if (printer.engine.messages) await this.#messageOf(printer.name, labelName, db);
  }

  /**
   * The message of a print with the values of its fields; undefined for a printer that prints pictures. Throws `cannot-render` for a label
   * without a message, and for a text that lacks a value.
   */
  async resolve(printer: Printer, { labelName, document }: PrintedLabel, values: PrintValues): Promise<DeviceMessage | undefined> {
    if (!printer.engine.messages) return undefined;
    const { message, fields } = await this.#messageOf(printer.name, labelName);
    try {
      return { message, fields: fieldValues(document.label, fields, values) };
    } catch (error) {
      if (!(error instanceof DynamicTextError)) throw error;
      const detail = `A field of the message "${message}" of "${printer.name}" cannot be filled: ${error.message}.`;
      throw new ProblemError('cannot-render', { detail }, { cause: error });
    }
  }

  async #messageOf(printer: string, labelName: string, db?: ControllerDatabase | ControllerTransaction): Promise<LabelMessage> {
    const messages = await this.read(printer, db);
    const found = Object.hasOwn(messages, labelName) ? messages[labelName] : undefined;
    if (found) return found;
    const label = labelName === '' ? 'a label that comes with its job' : `the label "${labelName}"`;
    const detail = `"${printer}" draws on board, and no message of it stands for ${label}. Assign one to the label on the printer's page.`;
    throw new ProblemError('cannot-render', { detail, instance: `/api/v3/printers/${encodeURIComponent(printer)}/messages` });
  }
}

/** Setting with the messages of a printer. */
function keyOf(printer: string): string {
  return `messages/${printer}`;
}
