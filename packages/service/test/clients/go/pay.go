package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"chari.test/pay/chari"
)

func must[T any](answer T, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("CHARI_KEY"))
		return nil
	}
	client := must(chari.NewClientWithResponses(os.Getenv("CHARI_URL"), chari.WithRequestEditorFn(key)))
	ctx := context.Background()
	order := chari.CreatePaymentSession{
		Reference: os.Getenv("CHARI_REFERENCE"),
		Amount:    5000,
		Currency:  "XAF",
		Operator:  chari.AIRTEL,
	}
	created := must(client.CreatePaymentSessionWithResponse(ctx, nil, order)).JSON201
	again := must(client.CreatePaymentSessionWithResponse(ctx, nil, order)).JSON409
	paid := chari.SimulateScenario{Scenario: chari.Paid}
	played := must(client.SimulatePaymentSessionWithResponse(ctx, created.Id, nil, paid)).JSON200
	found := must(client.RetrievePaymentSessionWithResponse(ctx, played.PaymentSession.Id)).JSON200
	limit := 5
	list := must(client.ListTransactionsWithResponse(ctx, &chari.ListTransactionsParams{Limit: &limit})).JSON200
	err := json.NewEncoder(os.Stdout).Encode(map[string]any{
		"reference": found.Reference,
		"status":    found.Status,
		"refusal":   again.Error.Code,
		"total":     list.Total,
	})
	if err != nil {
		panic(err)
	}
}
