// Loaded before a program: notes what the system counts as its largest memory, in kilobytes, in a file of its own.
// Again and again, because the process that takes a file is killed once it has said that it is done.
import { writeFileSync } from 'node:fs';

const file = `${process.env.BENCH_PEAKS}-${process.send ? 'taking' : 'command'}`;
const note = () => writeFileSync(file, String(process.resourceUsage().maxRSS));
setInterval(note, 100).unref();
process.on('exit', note);
