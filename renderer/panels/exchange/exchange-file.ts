import { dictionary } from '#contract/api-v3/name.ts';
import { documentSchema } from '#contract/station/document.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import { positionAt, readJsonText, type JsonFaultKind } from '../label/json-text.ts';
import type { Document } from './exchanged.ts';

/** Larger files are of another kind; the page would stand still over one. */
export const LARGEST_FILE = 8 * 1024 * 1024;

/** Why nothing of a file can be read. */
export type FileFault =
  | { kind: 'tooLarge' | 'unreadable' | 'notText' | 'notDictionary' | 'empty' }
  | { kind: 'json'; json: JsonFaultKind; line: number; column: number };

export type FileReading = { content: Document; fault: undefined } | { content: undefined; fault: FileFault };

/** Things under their names, as bytes for people and for programs. */
export function exchangeFile(things: Iterable<readonly [string, Document]>): Blob {
  return new Blob([JSON.stringify(dictionary(things), null, 2) + '\n'], { type: 'application/json' });
}

/** Such as `variables Line 1 2026-11-22.json`, with the day of the controller: without what file systems refuse. */
export function exchangeFileName(words: { things: string; controller: string }, at: number, timeZone: string): string {
  const { year, month, day } = localTime(at, timeZone);
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-');
  return `${[words.things, words.controller, date].join(' ').replaceAll(/[\\/:*?"<>|]/g, '_')}.json`;
}

/** Reads what stands under which name. A file that is no dictionary gives nothing, and the first reason why. */
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

/** Undefined for bytes that are no UTF-8: a letter that cannot be read would come back as another one. */
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
