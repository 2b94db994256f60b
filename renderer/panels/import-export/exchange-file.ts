import { dictionary } from '#contract/api-v3/name.ts';
import { documentSchema } from '#contract/station/document.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import { positionAt, readJsonText, type JsonFaultKind } from '../../domain/json/json-positions.ts';
import type { Document } from './exchange-kind.ts';

/** Larger files are not exports, and would block the page. */
export const LARGEST_FILE = 8 * 1024 * 1024;

/** Why a file cannot be read. */
export type FileFault =
  | { kind: 'tooLarge' | 'unreadable' | 'notText' | 'notDictionary' | 'empty' }
  | { kind: 'json'; json: JsonFaultKind; line: number; column: number };

export type FileReading = { content: Document; fault: undefined } | { content: undefined; fault: FileFault };

/** Resources by name, as a readable JSON file. */
export function exchangeFile(things: Iterable<readonly [string, Document]>): Blob {
  return new Blob([JSON.stringify(dictionary(things), null, 2) + '\n'], { type: 'application/json' });
}

/** For example `variables Line 1 2026-11-22.json`, with the controller's date and without characters that file systems forbid. */
export function exchangeFileName(texts: { things: string; controller: string }, at: number, timeZone: string): string {
  const { year, month, day } = localTime(at, timeZone);
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-');
  return `${[texts.things, texts.controller, date].join(' ').replaceAll(/[\\/:*?"<>|]/g, '_')}.json`;
}

/** Reads the resources of a file by name. If the file is not such a dictionary, returns only the first fault. */
export async function readExchangeFile(file: File): Promise<FileReading> {
  if (file.size > LARGEST_FILE) return refused({ kind: 'tooLarge' });
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return refused({ kind: 'unreadable' });
  }
  const text = textOf(bytes);
  return text === undefined ? refused({ kind: 'notText' }) : readDictionary(text);
}

function readDictionary(text: string): FileReading {
  const { fault } = readJsonText(text);
  if (fault) return refused({ kind: 'json', json: fault.kind, ...positionAt(text, fault.offset) });
  const { data } = documentSchema.safeParse(JSON.parse(text));
  if (!data) return refused({ kind: 'notDictionary' });
  return Object.keys(data).length === 0 ? refused({ kind: 'empty' }) : { content: data, fault: undefined };
}

/** Undefined for bytes that are not UTF-8, because replacement characters would be imported as text. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(fault: FileFault): FileReading {
  return { content: undefined, fault };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
