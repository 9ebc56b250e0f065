export interface paths {
    "/api/{entity}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an item */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{entity}/fetch/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One item */
        get: operations["fetchItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{entity}/save/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saves an item; -1 is a new one
         * @description Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["saveItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact-us": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a message to the shop
         * @description Which fields are required depends on the source: general, experience or distributor. Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The customers as a workbook
         * @description For developers who typed their password lately. `repeatCustomersOnly=true` leaves those who ordered more than once; the header `x-file-password` gives the file a password.
         */
        get: operations["exportCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/purchase/cancel/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels an order that is not paid
         * @description Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/purchase/pay-with-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pays the caller’s own order with store credit, as far as it goes
         * @description Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["payWithCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/purchase/payfast-notify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For the card provider: a payment was made, or failed
         * @description A signed form of the provider. 200 means that its bytes are kept.
         */
        post: operations["payfastNotify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/purchase/reassign-order-to-distributor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reassigns orders to another distributor; commission follows
         * @description Orders that wait for another admin are listed under proposed, those that could not be reassigned under failed; where none could, success is false. Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["reassignOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/purchase/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Places an order
         * @description The server sets the prices; prices in the request are ignored. Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["saveOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sales-report/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sales report as a workbook or as CSV
         * @description `format` is xlsx or csv; the other parameters are the report's filters.
         */
        get: operations["exportSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/create-shipment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Books the courier for an order; a repeated call returns the same shipment */
        get: operations["createShipment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/get-places-by-name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Places by the name of a suburb or town */
        get: operations["getPlacesByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/get-places-by-post-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Places for a post code */
        get: operations["getPlacesByPostCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/get-waybill-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A link to print the waybill of an order, valid for a short time */
        get: operations["getWaybillUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/quote-to-collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Books the courier’s visit at the office */
        get: operations["quoteToCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/request-quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delivery options and prices for a basket to one address */
        post: operations["requestQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For the courier: something became of a parcel
         * @description The key that we gave the courier is the header Authorization, as it is.
         */
        post: operations["courierTracking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/the-courier-guy/update-quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gets a new delivery quote for an order; its owner gets the one that it has
         * @description For the office, both paths ask the order’s own courier, and the rate is the courier’s. For the owner of the order the rate is what the order was charged for delivery, and nothing changes. Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["updateQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uk-courier/update-quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gets a new delivery quote for an order; its owner gets the one that it has
         * @description For the office, both paths ask the order’s own courier, and the rate is the courier’s. For the owner of the order the rate is what the order was charged for delivery, and nothing changes. Send the header Idempotency-Key (a UUID) to repeat the call safely.
         */
        post: operations["updateUkQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an upload */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload/captions/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds captions to a video
         * @description A WebVTT file of up to 1 MB. Only its cues are kept.
         */
        post: operations["saveCaptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload/poster/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds the picture that a video shows before it plays */
        post: operations["savePoster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload/save/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads a file, or changes the text or the file of an upload
         * @description The type is read from the content of the file. Without a file, only the text changes.
         */
        post: operations["saveUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload/upload-external/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Uploads a file into a category */
        post: operations["uploadExternal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/captions/{id}.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is said in a video */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/captions/{id}.vtt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The captions of a video */
        get: operations["getCaptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An upload to download
         * @description Each download by someone signed in is in the upload’s access log.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture
         * @description Pictures of products, testimonials and texts need no token.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/videos/{id}.mp4": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A training video
         * @description The header Range asks for a piece of it, which is answered with 206.
         */
        get: operations["getVideo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trpc/auth.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs in and answers a token
         * @description Send the token as `Authorization: Bearer TOKEN`. It ends with auth.logout.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    deleteItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                entity: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: number;
                    uniqueId?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    fetchItem: {
        parameters: {
            query?: {
                uniqueId?: string;
            };
            header?: never;
            path: {
                entity: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: unknown;
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    saveItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                entity: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: number;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data?: {
                            /** Format: uuid */
                            proposalId: string;
                        };
                        id: number;
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    age?: (string | number) | null;
                    cellNumber?: string | null;
                    email?: string | null;
                    existingCustomer?: string | null;
                    name?: string | null;
                    orderNumber?: number | string | null;
                    rcData?: string | null;
                    residingTown?: string | null;
                    source?: string | null;
                    surname?: string | null;
                    text?: string | null;
                    whereDidYouHear?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    exportCustomers: {
        parameters: {
            query?: {
                repeatCustomersOnly?: boolean;
            };
            header?: {
                "x-file-password"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: number | string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                        uuid: string;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    payWithCredit: {
        parameters: {
            query: {
                orderId: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            paidWithCredit: string;
                            /** @enum {string} */
                            state: "placed" | "paid" | "cancelled" | "partly-refunded" | "refunded";
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                        uuid: string;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    payfastNotify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    reassignOrders: {
        parameters: {
            query: {
                distributorId: number;
                orderId?: number | string;
                orderIds?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            failed: {
                                error: string;
                                /** Format: lowercase */
                                uuid: string & (unknown & unknown);
                            }[];
                            moved: number;
                            proposed: {
                                /** Format: uuid */
                                proposalId: string;
                                /** Format: lowercase */
                                uuid: string & (unknown & unknown);
                            }[];
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    saveOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    deliveryNotes?: string | null;
                    order: {
                        address?: unknown;
                        bfDiscount?: unknown;
                        blackFriday?: unknown;
                        collection?: {
                            /** @enum {string} */
                            by: "self" | "courier";
                            courierName?: string | null;
                        } | null;
                        commissionPrice?: unknown;
                        courierData?: unknown;
                        deliveryNotes?: string | null;
                        discount?: unknown;
                        distributorCode?: number | string | null;
                        fbclid?: string | null;
                        gclid?: string | null;
                        items?: {
                            address?: unknown;
                            addressId: number;
                            bfDiscount?: unknown;
                            blackFriday?: unknown;
                            commissionPrice?: unknown;
                            courierData?: unknown;
                            discount?: unknown;
                            id?: unknown;
                            items: {
                                [key: string]: number;
                            };
                            listPrice?: unknown;
                            live?: unknown;
                            md5?: unknown;
                            originalPrices?: unknown;
                            prices?: unknown;
                            stockistSaving?: unknown;
                            subTotals?: unknown;
                            subTotalsWithOriginalPrices?: unknown;
                            total?: unknown;
                            unitPrice?: unknown;
                        }[];
                        listPrice?: unknown;
                        live?: unknown;
                        md5?: unknown;
                        originalPrices?: unknown;
                        prices?: unknown;
                        sections?: {
                            address?: unknown;
                            addressId: number;
                            bfDiscount?: unknown;
                            blackFriday?: unknown;
                            commissionPrice?: unknown;
                            courierData?: unknown;
                            discount?: unknown;
                            id?: unknown;
                            items: {
                                [key: string]: number;
                            };
                            listPrice?: unknown;
                            live?: unknown;
                            md5?: unknown;
                            originalPrices?: unknown;
                            prices?: unknown;
                            stockistSaving?: unknown;
                            subTotals?: unknown;
                            subTotalsWithOriginalPrices?: unknown;
                            total?: unknown;
                            unitPrice?: unknown;
                        }[];
                        stockistCode?: number | string | null;
                        stockistSaving?: unknown;
                        subTotals?: unknown;
                        subTotalsWithOriginalPrices?: unknown;
                        tcgQuote?: {
                            rate?: unknown;
                            service?: string | null;
                            service_level?: ({
                                code: string;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            total?: unknown;
                        } | null;
                        total?: unknown;
                        uniqueId?: (string & (unknown & unknown)) | null;
                        unitPrice?: unknown;
                        uuid?: (string & (unknown & unknown)) | null;
                    } | {
                        address?: unknown;
                        addressId: number;
                        bfDiscount?: unknown;
                        blackFriday?: unknown;
                        commissionPrice?: unknown;
                        courierData?: unknown;
                        discount?: unknown;
                        id?: unknown;
                        items: {
                            [key: string]: number;
                        };
                        listPrice?: unknown;
                        live?: unknown;
                        md5?: unknown;
                        originalPrices?: unknown;
                        prices?: unknown;
                        stockistSaving?: unknown;
                        subTotals?: unknown;
                        subTotalsWithOriginalPrices?: unknown;
                        total?: unknown;
                        unitPrice?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            orderNumber: number;
                            total: string;
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                        uuid: string;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    exportSales: {
        parameters: {
            query: {
                direction?: "asc" | "desc";
                format: "xlsx" | "csv";
                from: string;
                groupBy?: "product" | "level" | "person" | "region" | "month";
                method?: "card" | "eft" | "credit" | "several";
                productId?: number;
                region?: "za" | "uk" | "usa";
                role?: "guest" | "customer" | "distributor" | "stockist";
                search?: string;
                sellerId?: number;
                sort?: "name" | "orders" | "units" | "totalSales" | "commissionable" | "charged" | "delivery" | "refunds" | "exclVat" | "vat" | "inclVat";
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    createShipment: {
        parameters: {
            query: {
                collectionDateAndTime?: string;
                orderId: number | string;
                service?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            uuid: string;
                            waybills: string[];
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    getPlacesByName: {
        parameters: {
            query: {
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            label: string;
                            pcode: string;
                            province: string;
                            town: string;
                            value: string;
                        }[];
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    getPlacesByPostCode: {
        parameters: {
            query: {
                postCode: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: number;
                            label: string;
                            pcode: string;
                            province: string;
                            town: string;
                            value: string;
                        }[];
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    getWaybillUrl: {
        parameters: {
            query: {
                purchaseId: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            url: string;
                            urls: string[];
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    quoteToCollection: {
        parameters: {
            query: {
                collectionDateAndTime: string;
                orderId: number | string;
                quoteNumber?: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            collectionDateAndTime: string;
                            uuid: string;
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    requestQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    addressId: number;
                    items: {
                        [key: string]: number;
                    };
                    /** Format: lowercase */
                    uniqueId?: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            note: string | null;
                            rates: {
                                rate: string;
                                service_level: {
                                    code: string;
                                    description: string;
                                    name: string;
                                };
                            }[];
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    courierTracking: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    updateQuote: {
        parameters: {
            query?: {
                orderId?: number | string;
                quoteNumber?: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orderId?: number | string;
                    quoteNumber?: number | string;
                    service?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rate: string;
                            service: string;
                            uuid: string;
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    updateUkQuote: {
        parameters: {
            query?: {
                orderId?: number | string;
                quoteNumber?: number | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orderId?: number | string;
                    quoteNumber?: number | string;
                    service?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rate: string;
                            service: string;
                            uuid: string;
                        };
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    saveCaptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uploadId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    savePoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uploadId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @description Length of the video. */
                    seconds?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    saveUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description -1 is a new upload. */
                uploadId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @enum {string} */
                    category?: "Photos" | "Training Videos" | "Documents" | "Other";
                    description?: string;
                    /** Format: binary */
                    file: string;
                    sortOrder?: number;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    uploadExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                category: "Photos" | "Training Videos" | "Documents" | "Other";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    description?: string;
                    /** Format: binary */
                    file: string;
                    sortOrder?: number;
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        message?: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Something in the request is wrong; the error names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Its current state does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @enum {boolean} */
                        success: false;
                    };
                };
            };
        };
    };
    getTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    getCaptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/vtt": string;
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Of a PDF: to be shown instead of saved. */
                show?: "1";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    getImage: {
        parameters: {
            query?: {
                /** @description The version of the picture, with which it is cached for good. */
                v?: string;
                /** @description The width in pixels; without it, as large as it is stored. */
                w?: 96 | 320 | 480 | 640 | 960 | 1600;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    getVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description No one is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description The role may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
            /** @description It does not exist, or you cannot see it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        correlationId: string;
                        error: string;
                        field?: string;
                        message?: string;
                        /** @constant */
                        success: false;
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "admin@shop.test",
                 *       "password": "Demo-1234!"
                 *     }
                 */
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {
                     *         "data": {
                     *           "token": "…"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
            /** @description The email, the password or the code is wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
