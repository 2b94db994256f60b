import { CODENET_MUTANTS } from './lists/codenet-mutants.ts';
import { GUARD_RULE_MUTANTS } from './lists/guard-rule-mutants.ts';
import { HITACHI_MUTANTS } from './lists/hitachi-mutants.ts';
import { IPP_MUTANTS } from './lists/ipp-mutants.ts';
import { RAW_MUTANTS } from './lists/raw-mutants.ts';
import { VIRTUAL_MUTANTS } from './lists/virtual-mutants.ts';
import { WSI_MUTANTS } from './lists/wsi-mutants.ts';
import { ZIPHER_MUTANTS } from './lists/zipher-mutants.ts';
import { ZPL_MUTANTS } from './lists/zpl-mutants.ts';
import type { MutantList } from './mutant.ts';

export const LISTS: readonly MutantList[] = [
  { suite: 'zpl', mutants: ZPL_MUTANTS },
  { suite: 'ipp', mutants: IPP_MUTANTS },
  { suite: 'codenet', mutants: CODENET_MUTANTS },
  { suite: 'hitachi', mutants: HITACHI_MUTANTS },
  { suite: 'wsi', mutants: WSI_MUTANTS },
  { suite: 'zipher', mutants: ZIPHER_MUTANTS },
  { suite: 'raw', mutants: RAW_MUTANTS },
  { suite: 'virtual', mutants: VIRTUAL_MUTANTS },
  { suite: 'guard-rules', mutants: GUARD_RULE_MUTANTS },
];
