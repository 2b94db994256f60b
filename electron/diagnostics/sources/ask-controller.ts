import type { z } from 'zod';
import type { Finding } from '#contract/station/diagnostics.ts';
import { finding, messageOf, type Outcome } from '../model/check.ts';
import type { CheckedController, DiagnosticsContext } from '../model/context.ts';

/** The controller answered with a status that is no success. */
export class StatusError extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path}: status ${status}`);
    this.status = status;
  }
}

const NOT_FOUND = 404;
const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

/** GETs JSON of this schema. Throws a `StatusError`, and for an answer of another form. */
export async function readJson<Schema extends z.ZodType>(
  controller: CheckedController,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { status, text } = await controller.get(path);
  if (status >= 300) throw new StatusError(path, status);
  return schema.parse(JSON.parse(text));
}

/** Like `readJson`; undefined for what the controller does not have, as one of another maker. */
export async function readOptional<Schema extends z.ZodType>(
  controller: CheckedController,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  try {
    return await readJson(controller, path, schema);
  } catch (error) {
    if (error instanceof StatusError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

/** What is to be said about a controller that could not be asked. */
export function unanswered({ name }: CheckedController, error: unknown): Finding {
  if (error instanceof StatusError && REFUSALS.has(error.status)) return finding('controller-refuses', { controller: name });
  return finding('controller-silent', { controller: name }, messageOf(error));
}

/**
 * Asks every controller at the same time. The check of readiness names those that do not answer: another one says that it was not made, if it is about
 * controllers only (`isWhole`).
 */
export async function askEach(
  { controllers }: DiagnosticsContext,
  ask: (controller: CheckedController) => Promise<Outcome>,
  { isWhole }: { isWhole: boolean },
): Promise<Outcome[]> {
  const silent: Outcome = { facts: [], findings: isWhole ? [finding('not-asked')] : [] };
  if (controllers.length === 0) return [silent];
  return Promise.all(
    controllers.map((controller) =>
      ask(controller).catch((error: unknown): Outcome => {
        const said = unanswered(controller, error);
        return said.code === 'controller-silent' ? silent : { facts: [], findings: [said] };
      }),
    ),
  );
}
