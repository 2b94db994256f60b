/** The parts of an operation that this folder completes. */
export interface OperationObject {
  'x-expires'?: boolean;
  parameters?: { name?: string; schema?: object; $ref?: string }[];
  responses?: Record<string, object>;
  requestBody?: { required?: boolean; content?: Record<string, unknown> };
}

export interface OpenApiDocument {
  paths?: Record<string, Record<string, OperationObject> | undefined>;
  components?: { schemas?: Record<string, unknown>; parameters?: object; headers?: object };
}
