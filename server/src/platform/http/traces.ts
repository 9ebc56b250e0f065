import { createRequire } from "node:module";
import fastifyOtel from "@fastify/otel";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { PgInstrumentation } from "@opentelemetry/instrumentation-pg";
import {
  defaultResource,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import { NodeSDK } from "@opentelemetry/sdk-node";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { Log } from "../log.ts";
import { loggedRouteOf, quietPaths } from "./request-log.ts";

/** Of sending a batch, its repetitions included; a stop waits for the last batch. */
const exportTimeoutMs = 5000;

/** Everything else that a library writes to a span stays here: URLs, addresses, browsers, messages of errors. */
const sentAttributes: ReadonlySet<string> = new Set([
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "db.namespace",
  "db.operation.name",
  // With $1 for each value.
  "db.query.text",
  "db.system.name",
  "error.type",
  "request.id",
]);

/**
 * Sends a span for each request and for each of its statements to a collector. This is the only module that loads
 * OpenTelemetry, so it is imported only where traces are wanted, and before the application is built.
 *
 * @returns sends what is left, and ends
 */
export function startTraces(endpoint: string, log: Log): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  const sdk = new NodeSDK({
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": "portal" })),
    // The others tell command lines and users of the machine.
    resourceDetectors: [serviceInstanceIdDetector, envDetector],
    textMapPropagator: new W3CTraceContextPropagator(),
    traceExporter: withoutSecrets(exporter, log),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        // Those of others have keys in their addresses, and no stranger is told the ids of our traces.
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = "/" }) => quietPaths.test(url),
      }),
      new fastifyOtel.FastifyOtelInstrumentation({
        registerOnInitialization: true,
        instrumentHooks: false,
        recordExceptions: false,
        ignorePaths: ({ url }) => quietPaths.test(url),
        requestHook(span, request) {
          span.updateName(loggedRouteOf(request));
          span.setAttribute("request.id", request.id);
        },
      }),
      // Without a request there is no parent: loops that poll would be most of the spans.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  sdk.start();
  // Required once, their classes are patched in place, also for modules that imported them earlier.
  const require = createRequire(import.meta.url);
  for (const name of ["node:http", "pg"]) require(name);
  return () => sdk.shutdown();
}

function withoutSecrets(exporter: SpanExporter, log: Log): SpanExporter {
  let isTaken = true;
  return {
    export(spans, done) {
      exporter.export(spans.map(publicPartOf), (result) => {
        const wasTaken = isTaken;
        isTaken = result.code === ExportResultCode.SUCCESS;
        if (wasTaken && !isTaken)
          log.warn({ reason: result.error?.message }, "the collector takes no traces");
        if (!wasTaken && isTaken) log.info({}, "the collector takes traces again");
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function publicPartOf(span: ReadableSpan): ReadableSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const { parentSpanContext, resource, instrumentationScope } = span;
  return {
    name: span.name,
    kind: span.kind,
    // Without `tracestate`, in which the client may write anything.
    spanContext: () => ({ traceId, spanId, traceFlags }),
    ...(parentSpanContext && {
      parentSpanContext: {
        traceId: parentSpanContext.traceId,
        spanId: parentSpanContext.spanId,
        traceFlags: parentSpanContext.traceFlags,
        ...(parentSpanContext.isRemote && { isRemote: true }),
      },
    }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    // Messages of the database quote values.
    status: { code: span.status.code },
    attributes: Object.fromEntries(
      Object.entries(span.attributes).filter(([name]) => sentAttributes.has(name)),
    ),
    links: [],
    events: [],
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
