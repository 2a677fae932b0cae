import { isUtf8 } from 'node:buffer';
import { messageOf } from '@chari/contract';
import { scanJson } from './scan.ts';

export type BodyRefusal =
  | { code: 'VALIDATION_ERROR'; message: string; fields?: Record<string, string> }
  | { code: 'UNSUPPORTED_MEDIA_TYPE'; message: string };

export type BodyRead = { ok: true; value: unknown } | { ok: false; refusal: BodyRefusal };

const EMPTY = 'The body is empty. Send a JSON object with the header Content-Type: application/json.';
const NOT_UTF8 = 'The body is not valid UTF-8. Encode it in UTF-8 and send it again.';
const NOT_JSON =
  'The body is not valid JSON, or it was cut short. Send one complete JSON object, without comments and without a comma at the end.';
const BYTE_ORDER_MARK = 'The body begins with a byte order mark. Remove it.';

/**
 * From bytes to a value, or the reason why not. JSON.parse judges the syntax, then `scanJson` what
 * JSON.parse lets pass.
 *
 * @param bytes undefined or empty when there was no body
 */
export function readJson(
  bytes: Buffer | undefined,
  content_type: string | undefined,
  content_encoding: string | undefined,
): BodyRead {
  if (bytes === undefined || bytes.length === 0) return invalid(EMPTY);
  const media = content_type === 'application/json' ? null : mediaProblem(content_type);
  if (media !== null) return unsupported(media);
  if (content_encoding !== undefined && content_encoding.toLowerCase() !== 'identity') {
    return unsupported('Compressed bodies are not supported.');
  }
  if (!isUtf8(bytes)) return invalid(NOT_UTF8);
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid(text.charCodeAt(0) === 0xfeff ? BYTE_ORDER_MARK : NOT_JSON);
  }
  const found = scanJson(text);
  if (found === null) return { ok: true, value };
  const { problem, field } = found;
  return invalid(problem, field === undefined ? undefined : { [field.name]: field.says });
}

/** Why a content type is not JSON in UTF-8, or null. Parameters other than charset are ignored. */
function mediaProblem(content_type: string | undefined): string | null {
  if (content_type === undefined) return 'The body has no content type.';
  const [type = '', ...parameters] = content_type.toLowerCase().split(';');
  if (type.trim() !== 'application/json') {
    return `The content type ${type.trim().slice(0, 100) || 'given'} is not supported.`;
  }
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    const charset = value.trim().replaceAll('"', '');
    if (name.trim() === 'charset' && charset !== 'utf-8' && charset !== 'utf8') {
      return `The charset ${charset.slice(0, 100) || 'given'} is not supported: use utf-8.`;
    }
  }
  return null;
}

function invalid(message: string, fields?: Record<string, string>): BodyRead {
  return {
    ok: false,
    refusal: { code: 'VALIDATION_ERROR', message, ...(fields !== undefined && { fields }) },
  };
}

function unsupported(problem: string): BodyRead {
  return {
    ok: false,
    refusal: { code: 'UNSUPPORTED_MEDIA_TYPE', message: messageOf('UNSUPPORTED_MEDIA_TYPE', { problem }) },
  };
}
