import { board } from './board.ts';
import { bowls } from './bowls.ts';
import { candles } from './candles.ts';
import { clock, mat, penRest } from './desk.ts';
import { planters, trowel, wateringCan } from './garden.ts';
import type { KindTexts } from './kind-texts.ts';
import { lamps } from './lamps.ts';
import { mugs } from './mugs.ts';
import { notebooks } from './notebooks.ts';
import { pendant } from './pendant.ts';
import { teapot } from './teapot.ts';

/** What is said about which products. */
export const kinds: readonly { texts: KindTexts; skus: readonly string[] }[] = [
  { texts: mugs, skus: ['DEMO-001', 'DEMO-002', 'DEMO-003'] },
  { texts: bowls, skus: ['DEMO-004', 'DEMO-005'] },
  { texts: teapot, skus: ['DEMO-006'] },
  { texts: board, skus: ['DEMO-007'] },
  { texts: lamps, skus: ['DEMO-008', 'DEMO-009', 'DEMO-010'] },
  { texts: candles, skus: ['DEMO-011', 'DEMO-012'] },
  { texts: pendant, skus: ['DEMO-013'] },
  { texts: notebooks, skus: ['DEMO-014', 'DEMO-015', 'DEMO-016'] },
  { texts: penRest, skus: ['DEMO-017'] },
  { texts: clock, skus: ['DEMO-018'] },
  { texts: mat, skus: ['DEMO-019'] },
  { texts: planters, skus: ['DEMO-020', 'DEMO-021'] },
  { texts: wateringCan, skus: ['DEMO-022'] },
  { texts: trowel, skus: ['DEMO-023'] },
];
