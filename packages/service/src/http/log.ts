import { type DestinationStream, type Logger, pino } from 'pino';

const NEVER_WRITTEN = [
  'key',
  'api_key',
  'secret',
  'text',
  'body',
  'headers',
  'customer_phone',
  'payer_phone',
];

// Serializers and not pino's `redact`: that copies every line, which cost a tenth of the requests a second.
const WITHHELD = Object.fromEntries(NEVER_WRITTEN.map((name) => [name, () => '[redacted]']));

/**
 * The JSON log. Callers hand in ids, codes and durations, never a body; members of the names above are
 * withheld even so.
 *
 * @param level pino's: trace, debug, info, warn, error, fatal or silent
 * @param timestamp as pino wants it; see `isoTime`
 */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  timestamp: () => string = pino.stdTimeFunctions.isoTime,
): Logger {
  const options = {
    level,
    base: null,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: WITHHELD,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The time member of a line, in ISO 8601; written out once a millisecond, however many lines it has. */
export function isoTime(now_ms: () => number): () => string {
  let written_ms = Number.NaN;
  let member = '';
  return () => {
    const ms = now_ms();
    if (ms !== written_ms) {
      written_ms = ms;
      member = `,"time":"${new Date(ms).toISOString()}"`;
    }
    return member;
  };
}

export type FailureDescription = { name: string; code?: string; message: string; stack?: string };

/** An error for the log, without what could be a phone number or a key: PostgreSQL quotes values. */
export function describeFailure(error: unknown): FailureDescription {
  if (!(error instanceof Error))
    return { name: typeof error, message: 'a value that is no Error was thrown' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause =
    error.cause instanceof Error ? ` (caused by ${error.cause.name}: ${error.cause.message})` : '';
  const stack = error.stack === undefined ? {} : { stack: mask(error.stack) };
  return { name: error.name, ...code, message: mask(`${error.message}${cause}`), ...stack };
}

function mask(text: string): string {
  return text
    .replace(/service_(test|live)_[0-9A-Za-z]+/g, 'service_$1_[redacted]')
    .replace(/chari_staff_[0-9A-Za-z]+/g, 'chari_staff_[redacted]')
    .replace(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]')
    .replace(/\d{8,}/g, '[digits]');
}
