import { Ajv2020 } from 'ajv/dist/2020.js';
import { problemSlug, PROBLEMS } from '#contract/problem.ts';

/** A response of the service and the request that it belongs to. */
export interface ReceivedResponse {
  method: string;
  /** The target of the request, with its query. */
  path: string;
  status: number;
  /** The content type; empty without one. */
  type: string;
  text: string;
}

interface DocumentedResponse {
  content?: Record<string, unknown>;
}

/** The part of an OpenAPI document that describes responses. */
export interface ResponseDocument {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>;
}

interface DocumentedOperation {
  responses: Record<string, DocumentedResponse>;
  /** The steps from the root of the document to the responses. */
  place: readonly string[];
}

interface Route {
  path: string;
  pattern: RegExp;
}

const DOCUMENT = 'openapi.json';
const PROBLEM_TYPE = 'application/problem+json';

/** Validates responses against the OpenAPI document of the service: status, media type, and the body against its schema. */
export class ResponseSchemas {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  readonly #document: ResponseDocument;
  readonly #routes: readonly Route[];

  constructor(document: ResponseDocument) {
    this.#document = document;
    this.#ajv.addSchema(document, DOCUMENT, false, false);
    // Routes with fewer parameters come first, as in the router: /settings/retention is not a {name}.
    const paths = Object.keys(document.paths).sort((a, b) => parametersOf(a) - parametersOf(b));
    this.#routes = paths.map((path) => ({ path, pattern: patternOf(path) }));
  }

  /** How a response differs from the document; undefined when it does not. Paths that the document does not list may only return problems. */
  fault(response: ReceivedResponse): string | undefined {
    const documented = this.#documentedFor(response);
    if (documented === undefined) return response.status >= 400 && response.method !== 'HEAD' ? this.#problemFault(response) : undefined;
    const { responses, place } = documented;
    const name = nameOf(responses, response.status);
    if (name === undefined) return `the status ${response.status} is not documented`;
    if (response.method === 'HEAD') return undefined;
    return this.#bodyFault(response, responses[name]?.content ?? {}, [...place, name, 'content']);
  }

  /** The documented responses to a request, and where the document has them; undefined for an operation that it does not list. */
  #documentedFor({ method, path }: ReceivedResponse): DocumentedOperation | undefined {
    const target = path.split('?', 1)[0] ?? '';
    const route = this.#routes.find(({ pattern }) => pattern.test(target));
    const key = method === 'HEAD' ? 'get' : method.toLowerCase();
    const responses = route && this.#document.paths[route.path]?.[key]?.responses;
    return responses && { responses, place: ['paths', route.path, key, 'responses'] };
  }

  #bodyFault(response: ReceivedResponse, content: Record<string, unknown>, place: readonly string[]): string | undefined {
    const { text, type } = response;
    const types = Object.keys(content);
    if (types.length === 0) return text === '' ? undefined : `a body that is not documented: ${shortened(text)}`;
    const media = types.find((documented) => withoutParameters(documented) === withoutParameters(type));
    if (media === undefined) return `the media type "${type}" is not documented`;
    if (media === PROBLEM_TYPE) return this.#problemFault(response);
    return media === 'application/json' ? this.#schemaFault(`${DOCUMENT}#/${pointerOf([...place, media, 'schema'])}`, text) : undefined;
  }

  #problemFault({ status, type, text }: ReceivedResponse): string | undefined {
    if (withoutParameters(type) !== PROBLEM_TYPE) return `a failure without a problem document: ${type} ${shortened(text)}`;
    const fault = this.#schemaFault(`${DOCUMENT}#/components/schemas/Problem`, text);
    if (fault !== undefined) return fault;
    const problem = JSON.parse(text) as { type: string; status: number };
    const slug = problemSlug(problem.type);
    if (slug === undefined) return `a problem that is not in the catalogue: ${problem.type}`;
    return PROBLEMS[slug].status === status && problem.status === status ? undefined : `the problem ${slug} with the status ${status}`;
  }

  #schemaFault(reference: string, text: string): string | undefined {
    const validate = this.#ajv.getSchema(reference);
    if (!validate) return `${reference} is not a schema of the document`;
    if (validate(JSON.parse(text))) return undefined;
    return `a body that does not match its schema: ${this.#ajv.errorsText(validate.errors)}: ${shortened(text)}`;
  }
}

/** The key of a status among documented responses; `default` covers failures only. */
function nameOf(responses: Record<string, DocumentedResponse>, status: number): string | undefined {
  if (Object.hasOwn(responses, status)) return String(status);
  return status >= 400 ? 'default' : undefined;
}

/** Throws an error that names the request when its response differs from the document. */
export function requireDocumented(schemas: ResponseSchemas, response: ReceivedResponse): void {
  const fault = schemas.fault(response);
  if (fault !== undefined) throw new Error(`${response.method} ${response.path} returned ${response.status}: ${fault}`);
}

function parametersOf(path: string): number {
  return path.split('{').length - 1;
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

function pointerOf(steps: readonly string[]): string {
  return steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

function withoutParameters(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim();
}

function shortened(text: string): string {
  return text.slice(0, 300);
}
