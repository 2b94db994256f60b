/** The parts of an operation in the document that are completed here. */
export interface OperationObject {
  parameters?: { name?: string; schema?: object; $ref?: string }[];
  responses?: Record<string, object>;
  requestBody?: { required?: boolean; content?: Record<string, unknown> };
}

export interface OpenApi {
  paths?: Record<string, Record<string, OperationObject> | undefined>;
  components?: { schemas?: Record<string, unknown>; parameters?: object; headers?: object };
}
