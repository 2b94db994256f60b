import { z } from 'zod';

/** As much of a stored label as has to be there to read it at all: a label of another version of Strobe may hold more, or other objects. */
export const storedLabelSchema = z.looseObject({ objs: z.unknown() });
