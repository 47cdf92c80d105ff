import { exportCommand } from './export.ts';
import { hide, publish, reply } from './deciding.ts';
import { importCommand } from './import.ts';
import { importList, importShow, importStatus, undo } from './imports.ts';
import { list } from './list.ts';
import { show } from './show.ts';

export const reviews = [
  list,
  show,
  publish,
  hide,
  reply,
  importShow,
  importList,
  importStatus,
  importCommand,
  undo,
  exportCommand,
];
