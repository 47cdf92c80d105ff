import { Task } from '@lit/task';
import { html } from 'lit';
import { addEnglish } from '../../locales/i18n.ts';
import { emit } from '../../page/events.ts';
import { findBeside } from '../../page/hub.ts';
import { everywhere } from '../../page/roots.ts';
import { toFailure } from '../../source/failure.ts';
import { randomId } from '../../source/random-id.ts';
import { camera, chevron, cross } from '../../templates/icons.ts';
import { star } from '../../templates/star.ts';
import { stars } from '../../templates/stars.ts';
import { keepDraft } from './draft.ts';
import { patiently } from './patiently.ts';

/** What code that is loaded later would load again otherwise. */
export const parts = {
  html,
  Task,
  addEnglish,
  emit,
  findBeside,
  everywhere,
  toFailure,
  randomId,
  camera,
  chevron,
  cross,
  star,
  stars,
  keepDraft,
  patiently,
};

export type Parts = typeof parts;
