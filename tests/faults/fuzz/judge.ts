import { Ajv2020 } from 'ajv/dist/2020.js';
import { problemSlug, PROBLEMS } from '#contract/problem.ts';
import { withoutParameters, type Document, type Operation } from './open-api.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  status: number;
  type: string;
  text: string;
}

const DOCUMENT = 'openapi.json';
const PROBLEM_TYPE = 'application/problem+json';

/** Holds answers against the document. Says what is wrong with one, or nothing. */
export class Judge {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

  constructor(document: Document) {
    this.#ajv.addSchema(document, DOCUMENT, false, false);
  }

  fault({ operation, method }: FuzzRequest, answer: FuzzAnswer): string | undefined {
    const { status, type, text } = answer;
    if (status >= 500) return `a failure of the service: ${text.slice(0, 500)}`;
    if (status >= 400 && status !== 412) return this.#problemFault(answer);
    if (method !== operation.method) return undefined;
    const types = operation.answers.get(status);
    if (!types) return `the status ${status} is not documented`;
    if (status === 412) return this.#problemFault(answer);
    if (types.length === 0) return text === '' ? undefined : `a body that is not documented: ${text.slice(0, 200)}`;
    const media = withoutParameters(type);
    if (!types.includes(media)) return `the media type ${media} is not documented`;
    return media === 'application/json' ? this.#schemaFault(bodyReference(operation, status), text) : undefined;
  }

  #problemFault({ status, type, text }: FuzzAnswer): string | undefined {
    if (!type.startsWith(PROBLEM_TYPE)) return `a refusal that is no problem document: ${type} ${text.slice(0, 200)}`;
    const fault = this.#schemaFault(`${DOCUMENT}#/components/schemas/Problem`, text);
    if (fault !== undefined) return fault;
    const problem = JSON.parse(text) as { type: string; status: number };
    const slug = problemSlug(problem.type);
    if (slug === undefined) return `a problem that is not in the catalogue: ${problem.type}`;
    return PROBLEMS[slug].status === status && problem.status === status ? undefined : `the problem ${slug} has the status ${status}`;
  }

  #schemaFault(reference: string, text: string): string | undefined {
    const validate = this.#ajv.getSchema(reference);
    if (!validate) return `${reference} is no schema of the document`;
    if (validate(JSON.parse(text))) return undefined;
    return `the answer breaks its schema: ${this.#ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  }
}

function bodyReference({ path, method }: Operation, status: number): string {
  const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema'];
  return `${DOCUMENT}#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}
