import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MemoryFile } from '../answer/memory-file.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { documentFile } from './document-file.ts';

const TITLE = 'Printer control interface';

/** The reference loads nothing from other hosts. Its widgets set inline styles; scripts come from files only. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' } as const;

/** The files of Swagger UI's distribution that the page loads. */
const FILES = [
  ['swagger-ui.css', 'css'],
  ['index.css', 'css'],
  ['swagger-ui-bundle.js', 'js'],
  ['swagger-ui-standalone-preset.js', 'js'],
  ['favicon-32x32.png', 'png'],
  ['favicon-16x16.png', 'png'],
] as const;

const PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <title>${TITLE}</title>
    <link rel="stylesheet" href="/docs/static/swagger-ui.css">
    <link rel="stylesheet" href="/docs/static/index.css">
    <link rel="icon" type="image/png" href="/docs/static/favicon-32x32.png" sizes="32x32">
    <link rel="icon" type="image/png" href="/docs/static/favicon-16x16.png" sizes="16x16">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/static/swagger-ui-bundle.js"></script>
    <script src="/docs/static/swagger-ui-standalone-preset.js"></script>
    <script src="/docs/static/swagger-initializer.js"></script>
  </body>
</html>
`;

const INITIALIZER = `window.onload = function () {
  SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: '/docs/json',
    docExpansion: 'list',
    deepLinking: true,
    tryItOutEnabled: false,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
    layout: 'StandaloneLayout',
  });
};
`;

/**
 * Serves Swagger UI with the document of this server at `/docs`. Each file is read once and then served from memory, so no request opens a
 * file.
 */
export async function serveReference(app: FastifyApp): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.addHook('onSend', (_request, reply, ...[payload, sent]) => {
      void reply.header('content-security-policy', POLICY);
      sent(null, payload);
    });
    for (const [path, file] of files(app)) {
      scope.get(path, { schema: { hide: true } }, (request, reply) => file.send(request, reply));
    }
    done();
  });
}

function files(app: FastifyApp): [path: string, file: MemoryFile][] {
  const page = new MemoryFile({ type: 'text/html; charset=utf-8', read: () => PAGE });
  const yaml = new MemoryFile({ type: 'application/x-yaml', read: () => app.swagger({ yaml: true }) });
  return [
    ['/docs', page],
    ['/docs/', page],
    ['/docs/json', documentFile(app)],
    ['/docs/yaml', yaml],
    ['/docs/static/swagger-initializer.js', new MemoryFile({ type: TYPES.js, read: () => INITIALIZER })],
    ...FILES.map(([name, kind]): [string, MemoryFile] => [`/docs/static/${name}`, distributed(name, kind)]),
  ];
}

/** A file of the package's distribution, which is installed with the program. */
function distributed(name: string, kind: keyof typeof TYPES): MemoryFile {
  const path = () => createRequire(import.meta.url).resolve(`@fastify/swagger-ui/static/${name}`);
  return new MemoryFile({ type: TYPES[kind], read: () => readFile(path()), isCompressible: kind !== 'png' });
}
