import { IPP_STATUS, IppRefusalError } from './ipp-errors.ts';
import type { IppClient } from './ipp-client.ts';
import type { IppAttribute, IppMessage } from './ipp-message.ts';
import { IPP_TAGS } from './ipp-tags.ts';
import { JOB_ATTRIBUTES, JOB_PREFIX, readJobs, type JobFacts } from './job-facts.ts';
import { FACT_ATTRIBUTES, readFacts, readStatus, STATUS_ATTRIBUTES, type PrinterFacts, type IppPrinterStatus } from './printer-facts.ts';

const OPERATIONS = { printJob: 0x0002, cancelJob: 0x0008, getJobAttributes: 0x0009, getJobs: 0x000a, getPrinterAttributes: 0x000b };

/** Jobs of this user are those of Strobe. */
const USER: IppAttribute = { name: 'requesting-user-name', tag: IPP_TAGS.name, values: ['strobe'] };

/** A picture as a document for the printer. */
export interface IppJob {
  name: string;
  document: Uint8Array;
  media?: string | undefined;
  keepsSize: boolean;
}

/** The operations of a printer that are needed here. Each takes at most `limit` milliseconds, and rejects as `IppClient.ask` does. */
export class IppPrinter {
  readonly #client: IppClient;

  constructor(client: IppClient) {
    this.#client = client;
  }

  async readFacts(limit: number): Promise<PrinterFacts & { status: IppPrinterStatus }> {
    const response = await this.#askPrinter([...STATUS_ATTRIBUTES, ...FACT_ATTRIBUTES], limit);
    return { ...readFacts(response), status: readStatus(response) };
  }

  async readStatus(limit: number): Promise<IppPrinterStatus> {
    return readStatus(await this.#askPrinter(STATUS_ATTRIBUTES, limit));
  }

  /** Returns the id of the job, if the printer says it. */
  async print({ name, document, media, keepsSize }: IppJob, limit: number): Promise<number | undefined> {
    const attributes = [USER, nameOf('job-name', name), { name: 'document-format', tag: IPP_TAGS.mimeType, values: ['image/pwg-raster'] }];
    const job = [
      { name: 'copies', tag: IPP_TAGS.integer, values: [1] },
      ...(media === undefined ? [] : [keywords('media', media)]),
      ...(keepsSize ? [keywords('print-scaling', 'none')] : []),
    ];
    const response = await this.#client.ask({ operation: OPERATIONS.printJob, attributes, job, document, limit });
    return readJobs(response)[0]?.jobId;
  }

  /** Undefined if the printer does not list the job any more. */
  async findJob(jobId: number, limit: number): Promise<JobFacts | undefined> {
    const attributes = [jobOf(jobId), USER, keywords('requested-attributes', ...JOB_ATTRIBUTES)];
    try {
      return readJobs(await this.#client.ask({ operation: OPERATIONS.getJobAttributes, attributes, limit }))[0];
    } catch (error) {
      if (error instanceof IppRefusalError && (error.status === IPP_STATUS.notFound || error.status === IPP_STATUS.gone)) return undefined;
      throw error;
    }
  }

  /** The jobs of Strobe that have ended, or that have not. */
  async listJobs(which: 'completed' | 'not-completed', limit: number): Promise<JobFacts[]> {
    const attributes = [
      USER,
      keywords('which-jobs', which),
      { name: 'my-jobs', tag: IPP_TAGS.boolean, values: [true] },
      keywords('requested-attributes', ...JOB_ATTRIBUTES),
    ];
    const response = await this.#client.ask({ operation: OPERATIONS.getJobs, attributes, limit });
    return readJobs(response).filter(({ name }) => name?.startsWith(JOB_PREFIX));
  }

  /** Asks the printer to cancel a job. One that has ended is left as it is. */
  async cancel(jobId: number, limit: number): Promise<void> {
    try {
      await this.#client.ask({ operation: OPERATIONS.cancelJob, attributes: [jobOf(jobId), USER], limit });
    } catch (error) {
      const hasEnded: readonly number[] = [IPP_STATUS.notPossible, IPP_STATUS.notFound, IPP_STATUS.gone];
      if (!(error instanceof IppRefusalError && hasEnded.includes(error.status))) throw error;
    }
  }

  #askPrinter(names: readonly string[], limit: number): Promise<IppMessage> {
    const attributes = [USER, keywords('requested-attributes', ...names)];
    return this.#client.ask({ operation: OPERATIONS.getPrinterAttributes, attributes, limit });
  }
}

function keywords(name: string, ...values: string[]): IppAttribute {
  return { name, tag: IPP_TAGS.keyword, values };
}

function nameOf(name: string, value: string): IppAttribute {
  return { name, tag: IPP_TAGS.name, values: [value] };
}

function jobOf(jobId: number): IppAttribute {
  return { name: 'job-id', tag: IPP_TAGS.integer, values: [jobId] };
}
