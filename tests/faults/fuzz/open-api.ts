/** A schema of the document, as far as it is used to generate values. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: readonly Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
}

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  schema?: Schema;
  required?: boolean;
}

export interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

interface DocumentedOperation {
  parameters?: readonly Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** An operation with its documented requests and responses. */
export interface Operation {
  method: string;
  path: string;
  query: readonly Parameter[];
  headers: readonly string[];
  bodies: readonly [type: string, schema: Schema][];
  /** The documented responses by status, each with its media types. */
  answers: ReadonlyMap<number, readonly string[]>;
}

export function operationsOf({ paths, components }: Document): Operation[] {
  return (
    Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
          const all = parameters.map((one) =>
            one.$ref === undefined ? one : (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? one),
          );
          return {
            method: method.toUpperCase(),
            path,
            query: all.filter((one) => one.in === 'query'),
            headers: all.filter((one) => one.in === 'header').map(({ name = '' }) => name),
            bodies: Object.entries(requestBody?.content ?? {}).map(([type, { schema }]): [string, Schema] => [type, schema]),
            answers: new Map(
              Object.entries(responses)
                .filter(([status]) => status !== 'default')
                .map(([status, { content = {} }]) => [Number(status), Object.keys(content).map(withoutParameters)]),
            ),
          };
        }),
      )
      // A stream of events never ends.
      .filter(({ answers }) => !answers.get(200)?.includes('text/event-stream'))
  );
}

/** A media type without parameters, for comparisons. */
export function withoutParameters(type: string): string {
  return type.split(';', 1)[0] ?? '';
}
