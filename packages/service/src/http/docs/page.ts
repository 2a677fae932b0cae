import { openapiDocument, type Sample } from '@chari/contract';
import Fastify from 'fastify';
import { type Forms, inForms } from './forms.ts';

/** Where each part of the reference lies. */
export const DOCS = {
  page: '/docs',
  plain: '/docs/plain',
  start: '/docs/start.js',
  script: '/docs/scalar.js',
} as const;

/**
 * Scripts and requests of this address alone. Scalar writes its styles into the page and has pictures in it, so those
 * two are as wide as it needs and no wider.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of the reference: a place for Scalar, and for whoever has no scripts the way to the plain one. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chari API reference</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif }
#reference:not(:empty) + p { display: none }
</style>
<div id="reference"></div>
<p>The reference is loading: 1 MB, once. At once: <a href="${DOCS.plain}">as text</a>, <a href="/openapi.json">as OpenAPI</a>.</p>
<script src="${DOCS.script}" defer></script>
<script src="${DOCS.start}" defer></script>
</html>
`;

/** What Scalar would ask of its makers' servers (fonts, statistics, an agent, a proxy, a client) is off. */
const CONFIGURATION = {
  url: '/openapi.json',
  pageTitle: 'Chari API reference',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  hiddenClients: true,
  documentDownloadType: 'direct',
  defaultOpenFirstTag: true,
  orderSchemaPropertiesBy: 'preserve',
  customCss: '.markdown td code { overflow-wrap: normal; white-space: nowrap }',
  authentication: { preferredSecurityScheme: 'ApiKey' },
};

/** Starts Scalar; what it tries goes to the address that the page came from, whatever PUBLIC_URL says. */
export const START_SCRIPT = `Scalar.createApiReference('#reference', {
  ...${JSON.stringify(CONFIGURATION)},
  servers: [{ url: location.origin }],
});
`;

type Shown = { summary: string; description: string; 'x-codeSamples': readonly Sample[] };

/** The whole reference as text, for whoever has no scripts, a slow line, or a program that reads. */
export function plainReference(base_url: string): string {
  const { info, tags, paths } = openapiDocument(base_url) as {
    info: { description: string };
    tags: readonly { name: string; description: string }[];
    paths: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          summary,
          description,
          'x-codeSamples': [curl],
        },
      ]) => [`## ${summary}`, `${method.toUpperCase()} ${path}`, description, curl?.source].join('\n\n'),
    ),
  );
  const words = tags.map(({ name, description }) => `# ${name}\n\n${description}`);
  return `${['# Chari API', info.description, ...words, '# Operations', ...operations].join('\n\n')}\n`;
}

/**
 * Takes Scalar's script out of its plugin: four megabytes that no start needs to read, so the first who asks for them
 * waits for half a second. The plugin has no other way to its file than its route.
 */
export async function loadScalar(): Promise<Forms> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload: plain } = await app.inject('/docs/js/scalar.js');
  await app.close();
  return inForms(plain);
}
