interface Operation {
  parameters?: { name?: string; schema?: object }[];
  requestBody?: { required?: boolean; content?: Record<string, unknown> };
}

interface OpenApi {
  paths?: Record<string, Record<string, Operation> | undefined>;
  components?: { schemas?: Record<string, unknown> };
}

/** Says in the document what route schemas cannot, and takes out what no operation refers to. */
export function finishDocument<Document extends object>(document: Document): Document {
  const openApi = document as OpenApi;
  for (const path of ['/api/v3/printJob', '/api/v3/printers/{name}/printJob']) {
    const body = openApi.paths?.[path]?.['post']?.requestBody;
    if (body) body.required = false;
  }
  const tableBody = openApi.paths?.['/api/v3/tables/{name}']?.['put']?.requestBody;
  if (tableBody?.content) {
    tableBody.content['text/csv'] = { schema: { type: 'string', description: 'RFC 4180; delimiter and encoding are recognised.' } };
  }
  for (const path of ['/api/v3/printHistory', '/api/v3/printers/{name}/printHistory']) {
    for (const parameter of openApi.paths?.[path]?.['get']?.parameters ?? []) {
      if (parameter.name === 'start' || parameter.name === 'end') parameter.schema = { type: 'number' };
    }
  }
  dropUnused(openApi);
  return document;
}

/** Every schema is offered as it is written and as it is read; few are used both ways. */
function dropUnused({ paths = {}, components = {} }: OpenApi): void {
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
