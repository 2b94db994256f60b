import { z } from 'zod';
import { clockSchema } from '#contract/api-v3/clock.ts';
import { counterListItemSchema, counterPreviewSchema, counterSchema } from '#contract/api-v3/counter.ts';
import { eventSchema } from '#contract/api-v3/event.ts';
import { healthSchema } from '#contract/api-v3/health.ts';
import { labelObjectSchema, labelSchema, labelSummarySchema } from '#contract/api-v3/label.ts';
import { printCountersSchema } from '#contract/api-v3/print-counters.ts';
import { printHistorySchema } from '#contract/api-v3/print-history.ts';
import { printJobSchema, selectionSchema, triggerResultSchema } from '#contract/api-v3/print-job.ts';
import { printSchema, printsPageSchema } from '#contract/api-v3/print.ts';
import { conveyorSchema, inkStatusSchema, printerPropertiesSchema, printerStatusSchema } from '#contract/api-v3/printer.ts';
import { promptSchema } from '#contract/api-v3/prompt.ts';
import { controllerSettingsSchema } from '#contract/api-v3/settings.ts';
import { shiftCodeListItemSchema, shiftCodePreviewSchema, shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { rowsPageSchema, tableSchema, tableSummarySchema } from '#contract/api-v3/table.ts';
import { labelPromptSchema, variableListItemSchema, variableSchema } from '#contract/api-v3/variable.ts';
import { problemSchema } from '#contract/problem-schema.ts';

const COMPONENTS = {
  Label: labelSchema,
  LabelObject: labelObjectSchema,
  LabelSummary: labelSummarySchema,
  Table: tableSchema,
  TableSummary: tableSummarySchema,
  RowsPage: rowsPageSchema,
  Variable: variableSchema,
  VariableListItem: variableListItemSchema,
  LabelPrompt: labelPromptSchema,
  Prompt: promptSchema,
  Counter: counterSchema,
  CounterPreview: counterPreviewSchema,
  CounterListItem: counterListItemSchema,
  ShiftCode: shiftCodeSchema,
  ShiftCodeListItem: shiftCodeListItemSchema,
  ShiftCodePreview: shiftCodePreviewSchema,
  Settings: controllerSettingsSchema,
  PrinterProperties: printerPropertiesSchema,
  PrinterStatus: printerStatusSchema,
  InkStatus: inkStatusSchema,
  Conveyor: conveyorSchema,
  PrintJob: printJobSchema,
  Selection: selectionSchema,
  TriggerResult: triggerResultSchema,
  PrintCounters: printCountersSchema,
  PrintHistory: printHistorySchema,
  Print: printSchema,
  PrintsPage: printsPageSchema,
  Clock: clockSchema,
  Event: eventSchema,
  Health: healthSchema,
  Problem: problemSchema,
};

/** Registers the schemas that the OpenAPI document names, so that operations refer to them instead of repeating them. */
export function registerComponents(): void {
  for (const [id, schema] of Object.entries(COMPONENTS)) z.globalRegistry.add(schema, { id });
}
