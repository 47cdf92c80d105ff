import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { countHashes } from './people/accounts/passwords.ts';
import { version } from '../server-kit/version.ts';

/** The service's figures for Prometheus; no label contains an address, a business or a person. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'plaudit_build_info',
    help: 'The version of the program that runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  return {
    registry,
    calls: new Counter({
      name: 'plaudit_service_calls_total',
      help: 'Calls of the API, by operation and error code (0 is success).',
      labelNames: ['operation', 'code'] as const,
      registers: [registry],
    }),
    seconds: new Histogram({
      name: 'plaudit_service_call_duration_seconds',
      help: 'How long calls of the API took.',
      labelNames: ['operation'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    passwords: new Gauge({
      name: 'plaudit_service_password_hashes',
      help: 'Passwords that the process has hashed: each takes a core for some 60 ms.',
      registers: [registry],
      collect() {
        this.set(countHashes());
      },
    }),
    mails: new Counter({
      name: 'plaudit_service_mails_total',
      help: 'Tries to deliver mail: delivered, failed (and tried again later), given_up.',
      labelNames: ['result'] as const,
      registers: [registry],
    }),
    backups: new Counter({
      name: 'plaudit_service_backups_total',
      help: 'Backups by schedule: whole, failed (and tried again later).',
      labelNames: ['result'] as const,
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
