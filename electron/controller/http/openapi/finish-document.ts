import { BACKUP_MEDIA_TYPE } from '#contract/api-v3/backup.ts';
import { EXTENSION } from '#contract/api-v3/extension.ts';
import { FONT_MEDIA_TYPES } from '#contract/api-v3/font.ts';
import { describeRequests } from './describe-requests.ts';
import type { OpenApiDocument, OperationObject } from './openapi-document.ts';

/** Adds to the document what route schemas cannot express, and removes components that nothing refers to. */
export function finishDocument<Document extends object>(document: Document): Document {
  const openApi = document as OpenApiDocument;
  for (const { requestBody } of operations(openApi, 'post', '/printJob')) {
    if (requestBody) requestBody.required = false;
  }
  for (const { requestBody } of operations(openApi, 'put', '/tables/{name}')) {
    const csv = {
      schema: {
        ...{ type: 'string', description: 'RFC 4180. The delimiter is detected, and the encoding too if no charset is declared.' },
        ...EXTENSION,
      },
    };
    if (requestBody) requestBody.content = { ...requestBody.content, 'text/csv': csv };
  }
  for (const operation of operations(openApi, 'put', '/fonts/{family}/{style}')) {
    const file = { schema: { type: 'string', contentEncoding: 'binary', description: 'A TrueType or OpenType file.' } };
    operation.requestBody = { required: true, content: Object.fromEntries(FONT_MEDIA_TYPES.map((type) => [type, file])) };
  }
  for (const operation of operations(openApi, 'put', '/backups/{name}')) {
    const file = { schema: { type: 'string', contentEncoding: 'binary', description: 'A backup as GET returns it.' } };
    operation.requestBody = { required: true, content: { [BACKUP_MEDIA_TYPE]: file } };
  }
  for (const { parameters = [] } of operations(openApi, 'get', '/printHistory')) {
    for (const parameter of parameters) {
      if (parameter.name === 'start' || parameter.name === 'end') parameter.schema = { type: 'number' };
    }
  }
  describeRequests(openApi);
  dropUnused(openApi);
  return document;
}

/** The operations of one method on all paths with this end. */
function operations({ paths = {} }: OpenApiDocument, method: string, end: string): OperationObject[] {
  return Object.entries(paths).flatMap(([path, methods]) => (path.endsWith(end) && methods?.[method] ? [methods[method]] : []));
}

/** Every schema is registered in an input and an output form, of which most are used in one only. */
function dropUnused({ paths = {}, components = {} }: OpenApiDocument): void {
  const { schemas = {} } = components;
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow(paths);
  components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
