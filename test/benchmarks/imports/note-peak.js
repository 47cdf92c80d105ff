// Loaded before a program: notes what the system counts as its largest memory, in kilobytes, in a file of its own.
// Again and again, because the process that takes a file is killed once it has said that it is done; and in one write
// over the note before, because a kill between emptying the file and filling it would leave nothing. The system's own
// answer (getrusage) would count the program that started this one.
import { openSync, readFileSync, writeSync } from 'node:fs';

const file = openSync(`${process.env.BENCH_PEAKS}-${process.send ? 'taking' : 'command'}`, 'w');
const peak = () => /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
const note = () => writeSync(file, peak().padStart(12), 0);
note();
setInterval(note, 100).unref();
process.on('exit', note);
