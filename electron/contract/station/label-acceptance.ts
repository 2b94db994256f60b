import { z } from 'zod';
import { acceptedComparisonsSchema, labelAcceptanceSchema } from '../api-v3/label-acceptance.ts';
import { connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

/** Extension: comparison of labels with their accepted pictures after an update of the controller. Pictures: see `labelDifferenceUrl`. */
export const labelAcceptanceContract = {
  /** The comparisons with changes that have not been accepted, sorted by name. */
  open: query(connectionInput, labelAcceptanceSchema),
  accept: command('labels', connectionInput.extend({ comparisons: acceptedComparisonsSchema.shape.comparisons }), z.object({})),
};
