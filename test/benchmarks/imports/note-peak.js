// Loaded before a program: as it ends, it notes what the system counted as its largest memory, in kilobytes.
import { appendFileSync } from 'node:fs';

process.on('exit', () => appendFileSync(process.env.BENCH_PEAKS, `${process.resourceUsage().maxRSS}\n`));
