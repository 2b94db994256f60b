import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { updateMomentSchema } from '#contract/updates/update-state.ts';
import { writeDurably } from '#storage/files/durable-file.ts';
import { openFile, openFolder } from './open-without-links.ts';
import { INCOMING_FOLDER, REQUEST_FILE } from './update-folders.ts';

const MAX_TEXT = 200;
const fileNameSchema = z
  .string()
  .max(MAX_TEXT)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+~-]*\.deb$/);

/** Where the package is: a folder and a file name. The signature has the same name with `.sig`. */
export const updateSourceSchema = z.object({ folder: z.string(), file: fileNameSchema });

/** Names a folder too. */
const requestIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/);
const bySchema = z.string().max(MAX_TEXT).default('');

const updateRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('install'),
    id: requestIdSchema,
    by: bySchema,
    /** A file of the folder `incoming`. */
    file: fileNameSchema,
    when: updateMomentSchema,
    acceptsPictures: z.boolean().default(false),
    /** Only root may ask for it. */
    allowsOlder: z.boolean().default(false),
  }),
  z.strictObject({ action: z.literal('roll-back'), id: requestIdSchema, by: bySchema, when: updateMomentSchema }),
  /** Installs what waits at once. */
  z.strictObject({ action: z.literal('now'), id: requestIdSchema, by: bySchema }),
  /** Ends what waits. */
  z.strictObject({ action: z.literal('cancel'), id: requestIdSchema, by: bySchema }),
]);
export type UpdateRequest = z.infer<typeof updateRequestSchema>;

const MAX_REQUEST_BYTES = 65_536;

/** Asks for an installation: the program of root is started by the appearance of this file. */
export function writeRequest(folder: string, request: z.input<typeof updateRequestSchema>): void {
  mkdirSync(join(folder, INCOMING_FOLDER), { recursive: true });
  writeDurably(join(folder, REQUEST_FILE), JSON.stringify(updateRequestSchema.parse(request)));
}

/** Reads the request of a folder that is not trusted; undefined when there is none, or none that can be understood. */
export async function readRequest(folder: string): Promise<UpdateRequest | undefined> {
  try {
    const text = await readText(folder, REQUEST_FILE, MAX_REQUEST_BYTES);
    return updateRequestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Call it when the request is in the record, or refused. */
export function removeRequest(folder: string): void {
  const file = join(folder, REQUEST_FILE);
  if (existsSync(file)) rmSync(file, { force: true });
}

/** Reads a small file of a folder that is not trusted. Throws when it is longer than `limit` bytes. */
export async function readText(folder: string, name: string, limit: number): Promise<string> {
  const opened = await openFolder(folder);
  try {
    const file = await openFile(opened, name);
    try {
      const bytes = new Uint8Array(limit + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      if (bytesRead > limit) throw new Error(`${name} is longer than ${limit} bytes`);
      return Buffer.from(bytes.subarray(0, bytesRead)).toString('utf8');
    } finally {
      await file.close();
    }
  } finally {
    await opened.close();
  }
}
