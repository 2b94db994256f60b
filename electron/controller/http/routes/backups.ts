import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  BACKUP_MEDIA_TYPE,
  backupNameSchema,
  backupSchema,
  uploadedBackupNameSchema,
  recoveryStateSchema,
} from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { HEAD_BYTES } from '#storage/backup/backup-file.ts';
import { etagOf, hasCurrentTag, requireCondition } from '../answer/etags.ts';
import { acceptBackups, BackupBody } from '#http/body/body-parsers.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, empty, json, operation } from '#http/openapi/operation.ts';

const TAG = 'backups';
const about = (summary: string, description?: string) => ({
  summary,
  // A backup contains everything, and a restore decides what is printed.
  scope: 'admin' as const,
  isExtension: true,
  ...(description !== undefined && { description }),
});

const backupParamsSchema = z.object({ name: backupNameSchema });
const uploadedBackupParamsSchema = z.object({ name: uploadedBackupNameSchema });
const bytesSchema = z.string().meta({ contentMediaType: BACKUP_MEDIA_TYPE, contentEncoding: 'binary' });

const MAKE = `Copies all data of the controller while it goes on printing, and verifies every page of the copy. A backup is made
automatically each day; the last seven of these are kept.`;

const PUT = `Stores a backup from elsewhere. Its hash, its database and its version are verified first; otherwise nothing is stored.
An existing backup is never replaced, even if the names differ only by case. An upload
cannot have the name of a daily backup, \`daily-20261122T060000Z.strobe-backup\`: those are removed automatically.`;

/** Each download keeps a file open for as long as its client reads. */
const MAX_DOWNLOADS = 8;
/** The `Retry-After` of a refused download, in seconds. */
const RETRY_SECONDS = 10;

const RESTORE = `Verifies the backup again, prepares its data, and stops the controller in order (exit code 9). At the next start
they replace the current data, which are moved aside and kept. Counters and print numbers then continue after everything that may
have been printed, selected jobs are ended, and nothing is printed until \`POST /recovery/confirm\`.`;

const CONFIRM = `Call it after a person has checked counters and tables: the controller prints from the restored data again. If there is nothing to
confirm, nothing changes.`;

const READ_RECOVERY = { summary: 'Read whether restored data must be confirmed', scope: 'read', isExtension: true } as const;

/** Routes of backups: list, make, read, upload, remove and restore one, and confirm restored data. */
export function backupRoutes(app: FastifyApp, controller: Controller): void {
  const list = json('Backups, newest first.', z.array(backupSchema));
  app.get('/backups', { schema: operation(TAG, about('List the backups'), { response: { 200: list } }) }, async () =>
    controller.backups.list(),
  );
  app.post(
    '/backups',
    { schema: operation(TAG, about('Make a backup', MAKE), { response: { 201: json('The backup.', backupSchema) } }) },
    async (_request, reply) => reply.code(201).send(await controller.backups.make()),
  );
  fileRoutes(app, controller);
  app.post(
    '/backups/:name/restore',
    {
      schema: operation(TAG, about('Restore a backup', RESTORE), {
        params: backupParamsSchema,
        response: { 202: json('The backup that will replace the data.', backupSchema) },
      }),
    },
    async (request, reply) => reply.code(202).send(await controller.backups.restore(request.params.name)),
  );
  recoveryRoutes(app, controller);
}

function fileRoutes(app: FastifyApp, controller: Controller): void {
  const file = content('The file.', BACKUP_MEDIA_TYPE, bytesSchema);
  let downloads = 0;
  app.get(
    '/backups/:name',
    { schema: operation(TAG, about('Read a backup'), { params: backupParamsSchema, response: { 200: file } }) },
    async (request, reply) => {
      const { path, size } = await controller.backups.file(request.params.name);
      void reply.header('etag', await tagOf(path));
      if (hasCurrentTag(request, reply)) return reply.code(304).send();
      if (downloads >= MAX_DOWNLOADS) {
        void reply.header('retry-after', RETRY_SECONDS).removeHeader('etag');
        throw new ProblemError('too-many-requests', { detail: `${MAX_DOWNLOADS} backups are being downloaded already.` });
      }
      downloads += 1;
      const bytes = createReadStream(path).once('close', () => (downloads -= 1));
      return reply.type(BACKUP_MEDIA_TYPE).header('content-length', size).send(bytes);
    },
  );
  void app.register((scope, _options, done) => {
    const backupScope = scope.withTypeProvider<ZodTypeProvider>();
    acceptBackups(backupScope);
    backupScope.put(
      '/backups/:name',
      {
        schema: operation(TAG, about('Upload a backup', PUT), {
          params: uploadedBackupParamsSchema,
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
  app.delete(
    '/backups/:name',
    { schema: operation(TAG, about('Remove a backup'), { params: backupParamsSchema, response: { 204: empty('Removed.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      await requireCondition(request, () => tagsOf(controller, name));
      await controller.backups.remove(name);
      return reply.code(204).send();
    },
  );
}

/** A backup starts with the hash of the rest, so its ETag needs no more than the head. */
async function tagOf(path: string): Promise<string> {
  return etagOf(await buffer(createReadStream(path, { end: HEAD_BYTES - 1 })));
}

/** The file of a backup never changes, so the condition needs no lock. */
const tagsOf = async (controller: Controller, name: string) => [await tagOf((await controller.backups.file(name)).path)];

function recoveryRoutes(app: FastifyApp, controller: Controller): void {
  const response = { 200: json('The restore to confirm, or null.', recoveryStateSchema) };
  app.get('/recovery', { schema: operation(TAG, READ_RECOVERY, { response }) }, async () => ({
    recovery: controller.recovery.reading(),
  }));
  app.post(
    '/recovery/confirm',
    { schema: operation(TAG, about('Confirm restored data', CONFIRM), { response: { 204: empty('The data are confirmed.') } }) },
    async (_request, reply) => {
      await controller.recovery.confirm();
      return reply.code(204).send();
    },
  );
}

function notABackup(): ProblemError {
  return new ProblemError('unsupported-media-type', { detail: `A backup must be sent as ${BACKUP_MEDIA_TYPE}.` });
}
