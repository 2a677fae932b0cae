import type { Buffer } from 'node:buffer';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Form, NO_FORM, type Upload } from './form.ts';
import { spool, spooledOf } from './spool.ts';
import type { Uploads } from './table.ts';

const FORM_BYTES = 64 * 1024;
/** Beside files stand few texts, and short ones: all are held until the form is known to be ours, so they are bounded together. */
const FIELDS_BESIDE_FILES = 16;
const FIELD_BYTES = 16 * 1024;

/** What `@fastify/multipart` makes of one part. */
type BodyPart =
  | { type: 'file'; filename: string; mimetype: string; toBuffer: () => Promise<Buffer> }
  | { type: 'field'; value: unknown; valueTruncated: boolean };

/** Lets a room read forms. Nothing of a body is read before the page has let its sender in. */
export function takeForms(room: FastifyInstance): void {
  room.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/**
 * The same with files: all of them together in memory, so few and of a bounded size, or spooled. The door lets few such
 * forms in at once.
 */
export function takeUploads(room: FastifyInstance, { file_bytes, files, is_spooled = false }: Uploads): void {
  room.register(multipart, {
    attachFieldsToBody: true,
    ...(is_spooled && {
      async onFile(this: FastifyRequest, part: MultipartFile) {
        await spool(this, part);
      },
    }),
    limits: {
      fileSize: file_bytes,
      files,
      fields: FIELDS_BESIDE_FILES,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      parts: FIELDS_BESIDE_FILES + files,
      headerPairs: 20,
    },
  });
}

/** The form that a request has sent; null when its body is no form. */
export async function formOf(request: FastifyRequest): Promise<Form | null> {
  if (request.method !== 'POST') return NO_FORM;
  if (request.body instanceof URLSearchParams) return new Form(request.body);
  if (typeof request.isMultipart !== 'function' || !request.isMultipart()) return null;
  return multipartForm(request.body as Record<string, BodyPart | BodyPart[]>, request);
}

async function multipartForm(
  body: Record<string, BodyPart | BodyPart[]>,
  request: FastifyRequest,
): Promise<Form | null> {
  const spooled = spooledOf(request);
  const parts = Object.entries(body ?? {}).flatMap(([name, given]) =>
    (Array.isArray(given) ? given : [given]).map((part) => ({ name, part })),
  );
  // Half a text is not what was sent.
  if (parts.some(({ part }) => part.type === 'field' && part.valueTruncated)) return null;
  const fields = new URLSearchParams();
  const opened: Promise<readonly [string, Upload]>[] = [];
  for (const { name, part } of parts) {
    if (part.type === 'file') opened.push(...(spooled === null ? [upload(name, part)] : []));
    else if (typeof part.value === 'string') fields.append(name, part.value);
  }
  const files = (await Promise.all(opened)).filter(([, { bytes }]) => bytes.length > 0);
  return new Form(fields, new Map(files), spooled ?? undefined);
}

async function upload(
  name: string,
  part: Extract<BodyPart, { type: 'file' }>,
): Promise<readonly [string, Upload]> {
  return [name, { name: part.filename, type: part.mimetype, bytes: await part.toBuffer() }];
}

/**
 * What the readers of bodies throw about a body that they don't take. The one of files has no code for some of it; a boundary
 * that is too long it calls a needle.
 */
export function isUnreadable(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string') return /multipart|^The needle /i.test(message);
  return /^FST_(?:ERR_CTP|REQ_FILE|FILES|PARTS|FIELDS|PROTO|INVALID|MP)_/.test(code);
}
