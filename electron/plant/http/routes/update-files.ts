import serveStatic from '@fastify/static';
import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { LATEST_FILE, latestPackageSchema, PLANT_UPDATES_FOLDER } from '#contract/updates/latest-package.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, json } from '#http/openapi/operation.ts';
import type { UpdateFolder } from '../../updates/update-folder.ts';
import { plantOperation } from '../app/plant-operation.ts';

const TAG = 'updates';

/** New versions of Strobe for the computers of the lines. Without a key: the packages are signed, and hold nothing of the plant. */
export async function updateFileRoutes(app: FastifyApp, folder: UpdateFolder | undefined): Promise<void> {
  if (folder) await app.register(serveStatic, { root: folder.path, serve: false });
  const latest = { summary: 'The newest version of Strobe that the plant gives out', scope: 'none' } as const;
  app.get(
    `/${PLANT_UPDATES_FOLDER}/${LATEST_FILE}`,
    { schema: plantOperation(TAG, latest, { response: { 200: json('A signed package.', latestPackageSchema) } }) },
    async () => (await folder?.latest()) ?? Promise.reject(nothing('The plant gives out no version of Strobe.')),
  );
  const file = { summary: 'A package, or its signature; in parts if wanted', scope: 'none' } as const;
  const bytes = content('The file.', 'application/octet-stream', z.string().meta({ contentEncoding: 'binary' }));
  const params = z.object({ file: z.string().describe('As `latest.json` names it; with `.sig` for the signature.') });
  app.get(
    `/${PLANT_UPDATES_FOLDER}/:file`,
    { schema: plantOperation(TAG, file, { params, response: { 200: bytes, 206: bytes } }) },
    async (request, reply) => {
      const { file: name } = request.params as z.infer<typeof params>;
      if (!(await folder?.gives(name))) throw nothing('The plant gives out no such file.');
      return reply.type('application/octet-stream').sendFile(name);
    },
  );
}

function nothing(detail: string): ProblemError {
  return new ProblemError('not-found', { detail });
}
