import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  BACKUP_MEDIA_TYPE,
  backupNameSchema,
  backupSchema,
  broughtBackupNameSchema,
  recoveryStateSchema,
} from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { HEAD_BYTES } from '#storage/backup/backup-file.ts';
import { etagOf, isKnown, requireCondition } from '../answer/etags.ts';
import { acceptBackups, BackupBody } from '../body/body-parsers.ts';
import type { Door } from '../door-types.ts';
import { content, empty, json, operation } from '../openapi/operation.ts';

const TAG = 'backups';
const about = (summary: string, description?: string) => ({
  summary,
  // Who has a backup has everything, and whoever restores one decides what prints.
  scope: 'admin' as const,
  isExtension: true,
  ...(description !== undefined && { description }),
});

const backupNamed = z.object({ name: backupNameSchema });
const backupBrought = z.object({ name: broughtBackupNameSchema });
const bytesSchema = z.string().meta({ contentMediaType: BACKUP_MEDIA_TYPE, contentEncoding: 'binary' });

const MAKE = `Copies everything that the controller keeps while it prints on, and reads every page of the copy before it counts. One is made by
itself each day, and seven of those are kept.`;

const PUT = `A backup that was kept elsewhere. It is there when its hash, its database and its version were looked at and found good; otherwise
nothing is. A backup is never replaced by another one of its name, also where that differs by case. It
cannot have the name of a daily one, \`daily-20261122T060000Z.strobe-backup\`: those are removed by themselves.`;

/** Each holds a file open for as long as its client reads. */
const MOST_DOWNLOADS = 8;
/** After how many seconds a client that came too late may try again. */
const TRY_AGAIN = 10;

const RESTORE = `Looks through the backup once more, lays its data ready, and ends the controller in order (exit code 9). With its next start
they take the place of the present data, which are moved aside and kept. Counters and the numbers of prints then go on behind everything that may
have been printed, what was selected is ended, and nothing is printed until \`POST /recovery/confirm\`.`;

const CONFIRM = `For a person who has looked at counters and tables: from now on the controller prints from the restored data. Without anything to
confirm nothing changes.`;

const READ_RECOVERY = { summary: 'Read whether restored data wait to be confirmed', scope: 'read', isExtension: true } as const;

/** Backups: list, make, read, bring, remove, restore; and a person's word that restored data may be printed. */
export function backupRoutes(door: Door, controller: Controller): void {
  const list = json('Backups, newest first.', z.array(backupSchema));
  door.get('/backups', { schema: operation(TAG, about('List the backups'), { response: { 200: list } }) }, async () =>
    controller.backups.list(),
  );
  door.post(
    '/backups',
    { schema: operation(TAG, about('Make a backup', MAKE), { response: { 201: json('The backup.', backupSchema) } }) },
    async (_request, reply) => reply.code(201).send(await controller.backups.make()),
  );
  fileRoutes(door, controller);
  door.post(
    '/backups/:name/restore',
    {
      schema: operation(TAG, about('Restore a backup', RESTORE), {
        params: backupNamed,
        response: { 202: json('What takes the place of the data.', backupSchema) },
      }),
    },
    async (request, reply) => reply.code(202).send(await controller.backups.restore(request.params.name)),
  );
  recoveryRoutes(door, controller);
}

function fileRoutes(door: Door, controller: Controller): void {
  const file = content('The file.', BACKUP_MEDIA_TYPE, bytesSchema);
  let downloads = 0;
  door.get(
    '/backups/:name',
    { schema: operation(TAG, about('Read a backup'), { params: backupNamed, response: { 200: file } }) },
    async (request, reply) => {
      const { path, size } = await controller.backups.file(request.params.name);
      void reply.header('etag', await tagOf(path));
      if (isKnown(request, reply)) return reply.code(304).send();
      if (downloads >= MOST_DOWNLOADS) {
        void reply.header('retry-after', TRY_AGAIN).removeHeader('etag');
        throw new ProblemError('too-many-requests', { detail: `${MOST_DOWNLOADS} backups are being read already.` });
      }
      downloads += 1;
      const bytes = createReadStream(path).once('close', () => (downloads -= 1));
      return reply.type(BACKUP_MEDIA_TYPE).header('content-length', size).send(bytes);
    },
  );
  void door.register((scope, _options, done) => {
    const backupScope = scope.withTypeProvider<ZodTypeProvider>();
    acceptBackups(backupScope);
    backupScope.put(
      '/backups/:name',
      {
        schema: operation(TAG, about('Bring a backup', PUT), {
          params: backupBrought,
          response: { 201: json('The backup.', backupSchema) },
        }),
      },
      async (request, reply) => {
        const body: unknown = request.body;
        if (!(body instanceof BackupBody)) throw notABackup();
        const { name } = request.params;
        await requireCondition(request, () => tagsOf(controller, name));
        return reply.code(201).send(await controller.backups.put(name, body.pieces));
      },
    );
    done();
  });
  door.delete(
    '/backups/:name',
    { schema: operation(TAG, about('Remove a backup'), { params: backupNamed, response: { 204: empty('Removed.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await requireCondition(request, () => tagsOf(controller, name));
      await controller.backups.remove(name);
      return reply.code(204).send();
    },
  );
}

/** A backup begins with the hash of all the rest: it needs not be read to be named. */
async function tagOf(path: string): Promise<string> {
  return etagOf(await buffer(createReadStream(path, { end: HEAD_BYTES - 1 })));
}

/** Its file does not change while it is there: the condition needs no turn of its own. */
const tagsOf = async (controller: Controller, name: string) => [await tagOf((await controller.backups.file(name)).path)];

function recoveryRoutes(door: Door, controller: Controller): void {
  const response = { 200: json('What there is to confirm.', recoveryStateSchema) };
  door.get('/recovery', { schema: operation(TAG, READ_RECOVERY, { response }) }, async () => ({
    recovery: controller.recovery.reading(),
  }));
  door.post(
    '/recovery/confirm',
    { schema: operation(TAG, about('Confirm restored data', CONFIRM), { response: { 204: empty('They are printed from.') } }) },
    async (_request, reply) => {
      await controller.recovery.confirm();
      return reply.code(204).send();
    },
  );
}

function notABackup(): ProblemError {
  return new ProblemError('unsupported-media-type', { detail: `A backup arrives as ${BACKUP_MEDIA_TYPE}.` });
}
